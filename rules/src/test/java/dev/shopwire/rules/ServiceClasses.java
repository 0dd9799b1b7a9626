package dev.shopwire.rules;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of the service, read once for all tests: that takes a quarter of a minute. */
public final class ServiceClasses {
  public static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.shopwire");

  private ServiceClasses() {}
}
