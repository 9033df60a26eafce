export interface Heading {
  id: string
  /** As in the source; headings are plain words. */
  text: string
  depth: number
}

interface GuidePage {
  address: string
  html: string
  headings: readonly Heading[]
  /** Every page of the guide. */
  pages: readonly { address: string; title: string }[]
  styleAddress: string
}

function contentsOf(headings: readonly Heading[]): string {
  const items = headings
    .filter(({ depth }) => depth === 2)
    .map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`
}

/** All pages, and below the current one its sections. */
function listOf({ address, headings, pages }: GuidePage): string {
  const items = pages.map((page) => {
    const isCurrent = page.address === address
    const mark = isCurrent ? ' aria-current="page"' : ''
    const contents = isCurrent ? contentsOf(headings) : ''
    return `<li><a href="${page.address}"${mark}>${page.title}</a>${contents}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

/** A whole page without scripts or inline styles, as the content policy demands. */
export function guidePage(page: GuidePage): string {
  const { address, html, headings, styleAddress } = page
  const title = address === '/guide/' ? 'Steward guide' : `${headings[0]?.text} · Steward guide`
  const list = listOf(page)
  // The contents are folded above the text where there is no room beside it.
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${styleAddress}" />
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header>
      <a class="home" href="/guide/">Steward guide</a>
      <a href="/api/docs">API docs</a>
      <a href="/">Open Steward</a>
    </header>
    <div class="columns">
      <nav class="beside" aria-label="Contents">${list}</nav>
      <details class="folded"><summary>Contents</summary><nav aria-label="Contents">${list}</nav></details>
      <main id="content" tabindex="-1">
${html}
      </main>
    </div>
  </body>
</html>
`
}
