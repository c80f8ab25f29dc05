// In a document with the syntax of XML, the browser cannot parse the templates of Lit.
if (document.contentType.endsWith('xml')) throw new Error('pgw: the page must be HTML; see docs/widget.md.');
