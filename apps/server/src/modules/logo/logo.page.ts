import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'

const require = createRequire(import.meta.url)

/** The input of the thread. */
export interface PageInput {
  html: string
  /** Where the page came from, for the addresses in it. */
  address: string
}

/** Pixels of an icon that says no size. */
const unsaid = { apple: 180, icon: 16 }
const largest = 600
const mostIcons = 3
const longestAddress = 2000

type Attributes = sanitizeHtml.Attributes

interface Icon {
  address: string
  size: number
}

function sizeOf(sizes: string | undefined, otherwise: number): number {
  return Math.max(...(sizes?.match(/\d{1,4}(?=x\d)/gi) ?? [otherwise]).map(Number))
}

/** Drawings are programs to a browser, and no picture that is stored. */
const isDrawing = ({ pathname }: URL, type = ''): boolean => type.includes('svg') || pathname.endsWith('.svg')

function readIcon({ rel = '', href = '', sizes, type }: Attributes, address: string): Icon | undefined {
  const words = rel.toLowerCase().split(/\s+/)
  const isApple = words.some((word) => word.startsWith('apple-touch-icon'))
  if (!isApple && !words.includes('icon')) return undefined
  const url = href === '' || href.length > longestAddress ? null : URL.parse(href, address)
  if (url?.protocol !== 'https:' || isDrawing(url, type)) return undefined
  return { address: url.href, size: sizeOf(sizes, isApple ? unsaid.apple : unsaid.icon) }
}

/** Finds the icons that a page names, the best first. */
export function findIcons({ html, address }: PageInput): string[] {
  const found: Icon[] = []
  const read = require('sanitize-html') as typeof sanitizeHtml
  read(html, {
    allowedTags: [],
    onOpenTag(name, attributes) {
      const icon = name === 'link' && found.length < 50 ? readIcon(attributes, address) : undefined
      if (icon && icon.size <= largest) found.push(icon)
    },
  })
  const sorted = found.toSorted((one, other) => other.size - one.size)
  return [...new Set(sorted.map((icon) => icon.address))].slice(0, mostIcons)
}
