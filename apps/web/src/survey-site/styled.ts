/** Adds styles to a document or a shadow tree, in a way that every content security policy allows. */
export function addStyles(root: Document | ShadowRoot, ...texts: readonly string[]): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(texts.join(''))
  root.adoptedStyleSheets.push(sheet)
}
