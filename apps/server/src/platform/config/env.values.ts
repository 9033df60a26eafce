import { isIP, isIPv4 } from 'node:net'
import { z } from 'zod'

const onlySpaces = 'It contains only spaces.'

export const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'Use on or off.')
  .transform((value) => ['on', 'true', '1'].includes(value))

function numberOf(pattern: RegExp, least: number, most: number, kind: string) {
  const sentence = `Use ${kind} from ${least} to ${most}.`
  return z
    .string()
    .trim()
    .regex(pattern, sentence)
    .transform(Number)
    .pipe(z.number().min(least, sentence).max(most, sentence))
}

export const wholeNumber = (least: number, most: number) => numberOf(/^\d+$/, least, most, 'a whole number')

export const decimalNumber = (least: number, most: number) => numberOf(/^\d*\.?\d+$/, least, most, 'a number')

export const port = wholeNumber(0, 65_535)

export const days = wholeNumber(1, 36_500)

export const text = z.string().trim().min(1, onlySpaces)

export const optionalText = text.optional()

/** A text of which a function says what is wrong, as a sentence; undefined when nothing is. */
export function textWithout(faultOf: (value: string) => string | undefined) {
  return text.check((context) => {
    // That it is empty is reported already.
    const message = context.value === '' ? undefined : faultOf(context.value)
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
  })
}

export function isDecodable(value: string): boolean {
  try {
    return decodeURIComponent(value) !== ''
  } catch {
    return false
  }
}

export const webAddress = (sentence = 'Use the form https://…') =>
  z.url({ protocol: /^https?$/, error: sentence })

export function isSender(value: string): boolean {
  return /^(?:[^<>@\s]+@[^<>@\s]+|[^<>]*<[^<>@\s]+@[^<>@\s]+>)$/.test(value)
}

export function isHeaderList(value: string): boolean {
  return value.split(',').every((part) => /^\s*[\w-]+=/.test(part) && isDecodable(part))
}

const databaseForm = 'Use the form postgres://user:password@host:5432/database.'
const escapes =
  'Special characters of user and password are written as %XX: @ as %40, / as %2F, # as %23, ? as %3F, % as %25.'

export function databaseUrlFault(value: string): string | undefined {
  if (!/^postgres(?:ql)?:\/\//.test(value)) return databaseForm
  let url: URL
  try {
    // Without a host it is a socket, which the driver takes.
    url = new URL(value.replace('@/', '@localhost/'))
  } catch {
    return value.includes('@') ? `${databaseForm} ${escapes}` : databaseForm
  }
  const { username, password, pathname, search, hash } = url
  // What belongs to the password has begun the path, or what follows it.
  if (hash !== '' || `${pathname}${search}`.includes('@')) return escapes
  return [username, password].every((part) => part === '' || isDecodable(part)) ? undefined : escapes
}

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(proxy: string): boolean {
  const [address = '', range, ...rest] = proxy.split('/')
  if (namedNetworks.has(proxy)) return true
  if (isIP(address) === 0 || rest.length > 0) return false
  if (range === undefined) return true
  if (isIPv4(address) && isIPv4(range)) return true
  return /^\d+$/.test(range) && Number(range) > 0 && Number(range) <= (isIPv4(address) ? 32 : 128)
}

export function networksFault(value: string): string | undefined {
  const strange = value
    .split(',')
    .map((proxy) => proxy.trim())
    .find((proxy) => !isNetwork(proxy))
  if (strange === undefined) return undefined
  const what = strange === '' ? 'It has an extra comma.' : `${strange} is neither an address nor a network.`
  return `${what} Names of machines do not count; write 10.0.0.7, 10.0.0.0/8, loopback, linklocal or uniquelocal.`
}

export function publicUrlFault(value: string): string | undefined {
  const form = 'Use the form https://steward.example.com.'
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return form
  const { pathname, search, hash, username } = new URL(value)
  if (username !== '') return form
  if (pathname === '/' && search === '' && hash === '') return undefined
  return `${form} Steward needs a name of its own, and no path follows it.`
}
