/** A page, and what it may do. */
export interface SmallPage {
  html: string
  policy: string
}

/** The content security policy of the pages: they can show themselves and send their own form. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const styles = `:root { color-scheme: light dark }
body { margin: 0; background: #f4f5f8; color: #16181d; font: 16px/1.5 -apple-system, 'Segoe UI', Roboto, Arial, sans-serif }
main { max-width: 440px; margin: 15vh auto 0; padding: 32px; background: #fff; border: 1px solid #e2e5ec; border-radius: 12px }
h1 { margin: 0 0 12px; font-size: 20px; line-height: 1.3 }
p { margin: 0 0 24px }
a { color: #2f54d1 }
button { padding: 10px 20px; border: 0; border-radius: 8px; background: #2f54d1; color: #fff; font: inherit; font-weight: 600; cursor: pointer }
@media (max-width: 500px) { main { margin: 0; border: 0; border-radius: 0 } }
@media (prefers-color-scheme: dark) {
  body { background: #16181d; color: #f2f4f8 }
  main { background: #22252c; border-color: #363a44 }
  a { color: #9db8ff }
}`

/** A page of one sentence or button, for people who aren't signed in. `content` is HTML. */
export function smallPage(title: string, content: string): SmallPage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${styles}</style>
</head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`
  return { html, policy }
}
