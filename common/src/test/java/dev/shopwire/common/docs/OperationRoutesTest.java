package dev.shopwire.common.docs;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.shopwire.common.resources.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationRoutesTest {
  private final List<String> added = new ArrayList<>();
  private final OperationRoutes routes =
      new OperationRoutes(
          ApiOperation.all(document(), (operation, node) -> {}),
          (method, path, handler) -> added.add(method + " " + path));

  private static JsonNode document() {
    try {
      return new YAMLMapper().readTree(Resources.bytes("/dev/shopwire/common/docs/library.yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void methodAndPathComeFromTheDocument() {
    routes.on("correctPage", context -> {}).on("addBook", context -> {});
    assertEquals(List.of("PATCH /books/:id/pages/:page", "POST /shelves/:id/books"), added);
  }

  @Test
  void theDocumentMustHaveTheOperation() {
    IllegalStateException unknown =
        assertThrows(IllegalStateException.class, () -> routes.on("burnBook", context -> {}));
    assertTrue(String.valueOf(unknown.getMessage()).contains("burnBook"));
    assertEquals(List.of(), added);
  }

  @Test
  void anOperationHasOneHandler() {
    routes.on("addBook", context -> {});
    assertThrows(IllegalStateException.class, () -> routes.on("addBook", context -> {}));
  }

  @Test
  void everyOperationMustHaveAHandler() {
    routes.on("addBook", context -> {}).on("getOpenApi", context -> {});
    IllegalStateException forgotten = assertThrows(IllegalStateException.class, routes::check);
    assertEquals(
        "Operations of the OpenAPI document without a handler: [listBooks, correctPage]",
        forgotten.getMessage());
    routes.on("listBooks", context -> {}).on("correctPage", context -> {});
    assertDoesNotThrow(routes::check);
  }
}
