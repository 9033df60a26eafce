import type { AuditEntry } from '@steward/contracts/audit'
import { exactText } from '../../components/time-text.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { detailName, detailText } from './audit-words.ts'

const actorKinds: Record<AuditEntry['actorKind'], string> = {
  user: 'Person',
  'api-token': 'API token',
  system: 'Steward',
  anonymous: 'Not logged in',
}

/** What acted: an API token by its name, where the entry has it. */
function actorText({ actorKind, details }: AuditEntry): string {
  const token = details['apiToken']
  return typeof token === 'string' ? `${actorKinds[actorKind]} ${token}` : actorKinds[actorKind]
}

function subjectText({ subjectKind, subjectId, subjectName }: AuditEntry): string {
  const about = [subjectKind, subjectId && `#${subjectId}`].filter(Boolean).join(' ')
  if (!subjectName) return about
  return about ? `${subjectName} (${about})` : subjectName
}

/** All that is known of an entry. */
export function EntryDetails({ id, entry }: { id: string; entry: AuditEntry }) {
  const details = Object.entries(entry.details).map(([key, value]) => ({
    term: detailName(key),
    value: <span className="wrap-anywhere whitespace-pre-wrap">{detailText(value)}</span>,
  }))
  const items = [
    { term: 'When', value: <span className="tabular">{exactText(entry.at)}</span> },
    { term: 'Who', value: `${entry.actorName} · ${actorText(entry)}` },
    ...(entry.subjectKind ? [{ term: 'About', value: subjectText(entry) }] : []),
    { term: 'Address', value: <span className="tabular wrap-anywhere">{entry.address ?? 'Not known'}</span> },
    { term: 'Device', value: entry.device ?? 'Not known' },
    { term: 'Action', value: <span className="font-mono text-label wrap-anywhere">{entry.action}</span> },
    ...details,
  ]
  return (
    <div id={id} className="bg-sunken py-3 pr-4 pl-11 md:pl-32">
      <DefinitionList items={items} width={120} />
    </div>
  )
}
