import type { ChangeActor, ChangeCause, ChangeSource } from '@steward/contracts/record-history'

/** How a change came about; without an actor it was a person in the app. */
interface ChangeOrigin {
  source: ChangeSource
  actor: ChangeActor | null
  causes: readonly ChangeCause[]
}

const sources: Readonly<Record<ChangeSource, string>> = {
  person: 'In the app',
  import: 'Import',
  sync: 'Sync',
  scenario: 'Scenario',
  survey: 'Survey',
  api: 'API',
  undo: 'Undo',
  system: 'System',
}

const named: ReadonlyMap<ChangeActor['kind'], string> = new Map([
  ['apiToken', 'API token'],
  ['scenario', 'Scenario'],
  ['sync', 'Sync'],
  ['survey', 'Survey'],
])

/** The token or automation that acted, by its name: "API token Billing export". */
function actorText(actor: ChangeActor | null): string | undefined {
  if (actor === null) return undefined
  const label = named.get(actor.kind)
  return label && `${label} ${actor.name}`
}

/** The way a change came in: "In the app", "API token Billing export", "Import customers.csv". */
export function originText({ source, actor, causes }: ChangeOrigin): string {
  const token = actorText(actor)
  if (source === 'undo') return token ? `Undo · ${token}` : sources.undo
  if (source === 'import') {
    const file = causes.find(({ kind }) => kind === 'import')?.name
    const text = file ? `${sources.import} ${file}` : sources.import
    return token ? `${text} · ${token}` : text
  }
  if (source === 'person' && causes.some(({ kind }) => kind === 'bulkUpdate')) return 'Bulk update'
  return token ?? sources[source]
}
