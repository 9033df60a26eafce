import type { Level } from '@steward/contracts/level'
import type { Choices } from '../wizard/import-draft.ts'

/** Columns that make the name of a pipeline where no column has it: the account and the type, else the ID. */
export function columnsForName(level: Level, { columns, mode }: Choices): number[] {
  if (level.id !== 4 || mode === 'update' || columns.some(({ target }) => target === 'name')) return []
  const filling = (name: string) => columns.find(({ target }) => target === name)
  const account = filling('account')
  const named = account?.match === 'name' ? account : undefined
  const type = filling('pipelineType')
  const made = named && type ? [named, type] : [filling('system:externalId') ?? named]
  return made.flatMap((one) => one?.column ?? [])
}

/** The choices with a name that is joined from columns. Such a name repeats, so it becomes no key by itself. */
export function withMadeName({ columns, key }: Choices, from: readonly number[]): Partial<Choices> {
  const made = from.map((column) => ({ column, target: 'name' }))
  return { columns: [...columns, ...made], ...(key.length === 0 && { key }) }
}
