// Read only: a key must never be typed into a page (spec §5), so nothing can be tried out here.
SwaggerUIBundle({ url: 'OPENAPI_PATH', dom_id: '#api', supportedSubmitMethods: [] });
