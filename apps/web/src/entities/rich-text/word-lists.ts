/** How deep Word says that a paragraph lies in a list: `mso-list:l0 level2 lfo1`. */
const levelIn = /mso-list:\s*\S+\s+level(\d+)/i
const ordered = /^\(?(?:\d+|[a-z]{1,5})[.)]$/i

interface OpenList {
  level: number
  list: HTMLElement
  last: HTMLElement
}

/** Takes the sign out that Word wrote before an item, and gives it. */
function takeMarker(item: Element): string {
  const marker = item.querySelector('[data-style*="mso-list:Ignore" i], [data-style*="mso-list: Ignore" i]')
  marker?.remove()
  return marker?.textContent.trim() ?? ''
}

/** The list that an item of a level belongs to; lists that end with it are closed. */
function listFor(open: OpenList[], item: Element, level: number, tag: 'ol' | 'ul'): OpenList {
  while (open.length > 0) {
    const { level: reached, list } = open.at(-1)!
    if (reached < level || (reached === level && list.localName === tag)) break
    open.pop()
  }
  const around = open.at(-1)
  if (around?.level === level) return around
  const list = item.ownerDocument.createElement(tag)
  if (around) around.last.append(list)
  else item.before(list)
  const made = { level, list, last: list }
  open.push(made)
  return made
}

/** Makes lists of the paragraphs that Word copies instead of them. */
export function withWordLists(html: string): string {
  if (!levelIn.test(html)) return html
  // The browser would complain of each style that it may not apply.
  const named = html.replaceAll(/\sstyle(?=\s*=\s*["'])/gi, ' data-style')
  const page = new DOMParser().parseFromString(named, 'text/html')
  let open: OpenList[] = []
  for (const item of page.querySelectorAll('p[data-style*="mso-list" i]')) {
    const [, level] = levelIn.exec(item.getAttribute('data-style') ?? '') ?? []
    if (!level) continue
    if (item.previousElementSibling !== open[0]?.list) open = []
    const belongs = listFor(open, item, Number(level), ordered.test(takeMarker(item)) ? 'ol' : 'ul')
    belongs.last = page.createElement('li')
    belongs.list.append(belongs.last)
    belongs.last.append(item)
  }
  return page.body.innerHTML
}
