import { AppError } from '../../platform/errors.ts'
import type { HttpOut } from '../../platform/http-out/http-out.ts'
import type { ParserPool } from '../../platform/parsing/parser-pool.ts'
import type { PageInput } from './logo.page.ts'
import { pictureOf } from './logo.rules.ts'

/** A website has a logo, none that can be shown, or does not answer. */
export type Fetched = { state: 'found'; imageUid: string } | { state: 'none' } | { state: 'unreachable' }

export interface FetchingParts {
  http: Pick<HttpOut, 'fetch'>
  parsers: ParserPool
  /** Stores a picture and returns its id. Throws `invalid_input` for what is none that can be shown. */
  store(bytes: Uint8Array): Promise<string>
}

const parser = { module: new URL('logo.page.ts', import.meta.url), name: 'findIcons' }

/** Redirects that are followed, each to an address that is checked like the first. */
const mostRedirects = 3
/** Bytes of a page that are read: its icons are named at its beginning. */
const mostOfPage = 256 * 1024
/** Bytes of an icon; a larger one is left. */
const mostOfIcon = 512 * 1024
/** Milliseconds for all that is asked of one website. */
const longest = 20_000

interface Answer {
  address: string
  response: Response
}

/** The first bytes of an answer, and whether these are all of it. */
async function readFirst({ body }: Response, most: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    parts.push(part)
    size += part.length
    if (size > most) break
  }
  return { bytes: Buffer.concat(parts).subarray(0, most), isWhole: size <= most }
}

/** Fetches the logo of a website: an icon that its page names, or one at the usual place. */
export function createLogoFetching({ http, parsers, store }: FetchingParts) {
  async function get(first: string, accept: string, signal: AbortSignal): Promise<Answer | undefined> {
    let address = first
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const headers = { accept, 'user-agent': 'Steward' }
      const response = await http.fetch(address, { redirect: 'manual', headers, signal })
      if (response.ok) return { address, response }
      await response.body?.cancel()
      const next = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || next === null) return undefined
      const url = URL.parse(next, address)
      if (url?.protocol !== 'https:') return undefined
      address = url.href
    }
    return undefined
  }

  async function iconsOf(host: string, signal: AbortSignal): Promise<string[]> {
    const page = await get(`https://${host}/`, 'text/html', signal)
    const origin = page ? new URL(page.address).origin : `https://${host}`
    const usual = [`${origin}/apple-touch-icon.png`, `${origin}/favicon.ico`]
    if (!page) return usual
    const { bytes } = await readFirst(page.response, mostOfPage)
    const input: PageInput = { html: bytes.toString('utf8'), address: page.address }
    const named = await parsers.run<string[]>(parser, input, { signal }).catch(() => [])
    return [...named, ...usual]
  }

  async function download(address: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const answer = await get(address, 'image/png,image/webp,image/jpeg,image/*;q=0.5', signal)
    const read = answer && (await readFirst(answer.response, mostOfIcon))
    return read?.isWhole ? read.bytes : undefined
  }

  /** The id of the stored icon; undefined where it is none. */
  async function storeIcon(address: string, signal: AbortSignal): Promise<string | undefined> {
    const bytes = await download(address, signal).catch(() => undefined)
    const picture = bytes && pictureOf(bytes)
    if (!picture || picture.length === 0) return undefined
    try {
      return await store(Uint8Array.from(picture))
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_input') return undefined
      throw error
    }
  }

  return async (host: string, stopping: AbortSignal): Promise<Fetched> => {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(longest)])
    const icons = await iconsOf(host, signal).catch(() => undefined)
    if (!icons) return { state: 'unreachable' }
    for (const icon of icons) {
      const imageUid = await storeIcon(icon, signal)
      if (imageUid !== undefined) return { state: 'found', imageUid }
    }
    return signal.aborted ? { state: 'unreachable' } : { state: 'none' }
  }
}

export type FetchLogo = ReturnType<typeof createLogoFetching>
