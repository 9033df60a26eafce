/** Adds styles to a document or a shadow tree, in a way that every content security policy allows. */
export function addStyles(root: Document | ShadowRoot, ...texts: readonly string[]): void {
  const sheets = texts.map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...sheets]
}
