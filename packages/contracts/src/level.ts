import { z } from 'zod'

/** The four levels of customer record, in the order of the specification. */
export const levels = [
  { id: 1, name: 'organization', plural: 'organizations', idKey: 'organizationId', label: 'Organization' },
  { id: 2, name: 'account', plural: 'accounts', idKey: 'accountId', label: 'Account' },
  { id: 3, name: 'contact', plural: 'contacts', idKey: 'contactId', label: 'Contact' },
  { id: 4, name: 'pipeline', plural: 'pipelines', idKey: 'pipelineId', label: 'Pipeline' },
] as const

export type Level = (typeof levels)[number]
export type LevelId = Level['id']
export type LevelName = Level['name']
export type LevelPlural = Level['plural']

/** A level by its number, its name or its plural; undefined when there is none. */
export function findLevel(key: string | number): Level | undefined {
  const text = String(key).toLowerCase()
  return levels.find((level) => String(level.id) === text || level.name === text || level.plural === text)
}

/** A level that is known to exist. */
export function levelOf(key: LevelId | LevelName | LevelPlural): Level {
  const level = findLevel(key)
  if (!level) throw new Error(`No level ${key}`)
  return level
}

export const levelIdSchema = z.literal([1, 2, 3, 4])

/** A level as it may be in a request: `account`, `accounts`, `2` or 2. Read as its number. */
export const levelSchema = z
  .union([z.string().min(1, 'Level cannot be null or undefined'), z.int()], {
    error: 'Level cannot be null or undefined',
  })
  .transform((value, context): LevelId => {
    const level = findLevel(value)
    if (level) return level.id
    context.issues.push({
      code: 'custom',
      input: value,
      message: `Unknown level "${String(value).slice(0, 50)}". Use organization, account, contact or pipeline.`,
    })
    return z.NEVER
  })
  .meta({
    description: 'organization, account, contact or pipeline, or its number 1 to 4',
    example: 'account',
  })

const levelWords: readonly (LevelName | LevelPlural | `${LevelId}`)[] = [
  ...levels.map(({ name }) => name),
  ...levels.map(({ plural }) => plural),
  ...levels.map(({ id }) => `${id}` as const),
]

/** A level in an address, read as its number. */
export const levelInPathSchema = z
  .enum(levelWords, { error: 'Use organization, account, contact or pipeline.' })
  .transform((word): LevelId => (isNumber(word) ? (Number(word) as LevelId) : levelOf(word).id))

function isNumber(word: (typeof levelWords)[number]): word is `${LevelId}` {
  return /^\d$/.test(word)
}
