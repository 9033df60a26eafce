import type { InjectOptions } from 'fastify'
import { exampleBody, mediaTypeOf, type Operation, type Parameter } from '../api-operation.ts'
import { pathsIn, withValueAt } from '../hostile/hostile-value.ts'
import { fileParts } from './fuzz-file.ts'
import { isIdKey, ruleOf, valueOf, type Making, type Schema } from './schema-value.ts'
import { spoiltNumber, spoiltText, spoiltValue } from './spoilt-value.ts'

/** Texts that stand for objects in paths: of uploads, pictures, and signed ones. */
export interface CallMaking extends Making {
  /** An id as it is in a path, for the parameter of this name. */
  pathId(name: string, isText: boolean): string
}

/** How much of a call is wrong on purpose: nothing, a place or two, or more. */
export type Spoiling = 'none' | 'some' | 'much'

const shareOf: Record<Spoiling, number> = { none: 0, some: 0.15, much: 0.5 }

function inPath(parameter: Parameter, making: CallMaking, share: number): string {
  const { random } = making
  if (random.chance(share / 2)) {
    return encodeURIComponent(
      random.chance(0.5) ? String(spoiltNumber(random)) : spoiltText(random).toWellFormed(),
    )
  }
  const { enum: choices, type } = parameter.schema
  if (choices) return String(random.pick(choices))
  return making.pathId(parameter.name, type === 'string')
}

function inQuery({ name, schema }: Parameter, making: CallMaking, share: number): string {
  const { random } = making
  if (random.chance(share)) {
    const value = spoiltValue(random)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  if (/^(filter|logic|rule)$/.test(name)) return JSON.stringify(ruleOf(making))
  const value = valueOf(schema as Schema, making, name)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function urlOf(operation: Operation, making: CallMaking, share: number): string {
  const { random } = making
  const parameters = operation.parameters ?? []
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    return parameter ? inPath(parameter, making, share) : whole
  })
  const given = parameters.filter(
    (one) => one.in === 'query' && random.chance(one.required ? 1 - share / 4 : 0.35),
  )
  const query = given.map(
    (one) =>
      `${encodeURIComponent(one.name)}=${encodeURIComponent(inQuery(one, making, share).toWellFormed())}`,
  )
  if (random.chance(share / 4)) query.push('unknown[a]=1', 'page=1', 'page=2')
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

/** Puts the ids that the call is about where ids stand. */
function withIds(value: unknown, making: Making, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, making, key))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, withIds(item, making, name)]),
    )
  }
  return typeof value === 'number' && isIdKey(key) && making.random.chance(0.9) ? making.id(key) : value
}

function bodyOf(operation: Operation, making: CallMaking, share: number): string {
  const { random } = making
  const content = operation.requestBody?.content['application/json']
  const example = exampleBody(operation)
  const made =
    example === undefined || random.chance(0.5)
      ? valueOf((content?.schema ?? {}) as Schema, making)
      : withIds(example, making)
  if (random.chance(share / 8)) return spoiltText(random)
  let text = JSON.stringify(made) ?? 'null'
  for (let times = random.chance(share * 3) ? 1 + random.below(2) : 0; times > 0; times -= 1) {
    const value: unknown = JSON.parse(text)
    const places = pathsIn(value)
    text = withValueAt(value, places.length > 0 ? random.pick(places) : [], spoiltValue(random))
  }
  return text
}

const oddHeaders: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { 'x-forwarded-for': "127.0.0.1, ' or 1=1 --" },
  { 'x-forwarded-host': 'attacker.example' },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-http-method-override': 'DELETE' },
  { host: 'attacker.example' },
  { 'user-agent': `<script>alert(1)</script>${'x'.repeat(3000)}` },
  { 'accept-language': 'xx-*;q=9,\u00ff' },
  { accept: 'application/xml' },
  { 'accept-encoding': 'zstd, br;q=-1, *' },
  { range: 'bytes=-1-,5-1' },
  { 'if-none-match': '"\'' },
  { cookie: 'steward_refresh=%00; steward_oidc={}; __proto__=1' },
  { 'last-event-id': "' or 1=1" },
  { 'x-request-id': '\u0085forged' },
]

/** One call of an operation, without its session. */
export function makeCall(operation: Operation, making: CallMaking, spoiling: Spoiling): InjectOptions {
  const { random } = making
  const share = shareOf[spoiling]
  const media = mediaTypeOf(operation)
  const call: InjectOptions = {
    method: operation.method,
    url: urlOf(operation, making, share),
    // Limits count by address.
    remoteAddress: `10.${random.below(250)}.${random.below(250)}.${1 + random.below(250)}`,
  }
  const headers: Record<string, string> = {}
  if (media === 'application/json') {
    call.payload = bodyOf(operation, making, share)
    headers['content-type'] = media
  } else if (media) {
    const { payload, contentType } = fileParts(media, random)
    call.payload = payload
    headers['content-type'] = contentType
  }
  if (random.chance(share)) Object.assign(headers, random.pick(oddHeaders))
  return { ...call, headers }
}
