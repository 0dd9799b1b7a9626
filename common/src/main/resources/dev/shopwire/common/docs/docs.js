// Read-only: API keys must never be entered into a page (docs/api/README.md), so "Try it out" is disabled.
SwaggerUIBundle({ url: 'OPENAPI_PATH', dom_id: '#api', docExpansion: 'none', supportedSubmitMethods: [] });
