// Read only: a key must never be typed into a page (docs/api/README.md), so nothing can be tried out here.
SwaggerUIBundle({ url: 'OPENAPI_PATH', dom_id: '#api', supportedSubmitMethods: [] });
