package dev.shopwire.rules.declarations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.role.Role;
import dev.shopwire.rules.ServiceClasses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every contract is served by its role alone, in one place, and requested by another one. */
class ContractsTest {
  private static final String DECLARED_IN = "dev.shopwire.common.contracts";

  /** A constant of a class of contracts. */
  private record Declared(JavaField field, String address) {
    static Declared of(JavaField field) {
      try {
        return new Declared(field, ((Contract<?, ?>) field.reflect().get(null)).address());
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }

    String role() {
      return address.split("\\.", -1)[1];
    }

    boolean isOfRole(JavaClass user) {
      return user.getPackageName().concat(".").startsWith("dev.shopwire." + role() + ".");
    }

    /** The classes that use it, one entry for each use. */
    List<JavaClass> users() {
      List<JavaClass> users = new ArrayList<>();
      field.getAccessesToSelf().forEach(access -> users.add(access.getOriginOwner()));
      users.removeIf(user -> user.getPackageName().equals(DECLARED_IN));
      return users;
    }
  }

  private static final List<Declared> ALL =
      ServiceClasses.ALL.stream()
          .filter(each -> each.getPackageName().equals(DECLARED_IN))
          .flatMap(each -> each.getFields().stream())
          .filter(field -> field.getRawType().isEquivalentTo(Contract.class))
          .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
          .map(Declared::of)
          .toList();

  private static boolean serves(JavaClass user) {
    return user.getMethodCallsFromSelf().stream()
        .anyMatch(
            call ->
                call.getTargetOwner().isEquivalentTo(Contract.class)
                    && call.getName().equals("serve"));
  }

  @Test
  void aClassOfContractsIsOfOneRoleAndNoAddressIsUsedTwice() {
    assertTrue(ALL.size() > 60, "the test finds the contracts");
    Set<String> addresses = new HashSet<>();
    Map<String, String> roles = new HashMap<>();
    for (Role role : Role.values()) {
      addresses.add(role.status().address());
    }
    for (Declared each : ALL) {
      assertTrue(addresses.add(each.address()), each.address());
      assertTrue(Role.ids().contains(each.role()), each.address());
      String role = roles.putIfAbsent(each.field().getOwner().getName(), each.role());
      assertTrue(role == null || role.equals(each.role()), each.address());
    }
  }

  @Test
  void itsRoleServesItInOnePlace() {
    Map<String, Long> wrong = new HashMap<>();
    for (Declared each : ALL) {
      long uses = each.users().stream().filter(each::isOfRole).count();
      if (uses != 1) {
        wrong.put(each.address(), uses);
      }
    }
    assertEquals(Map.of(), wrong);
  }

  @Test
  void anotherModuleRequestsItAndNoneServesIt() {
    Set<String> wrong = new HashSet<>();
    for (Declared each : ALL) {
      List<JavaClass> callers = each.users();
      callers.removeIf(each::isOfRole);
      if (callers.isEmpty()) {
        wrong.add("nothing requests " + each.address());
      }
      callers.removeIf(caller -> !serves(caller));
      callers.forEach(caller -> wrong.add(caller.getName() + " serves " + each.address()));
    }
    assertEquals(Set.of(), wrong);
  }
}
