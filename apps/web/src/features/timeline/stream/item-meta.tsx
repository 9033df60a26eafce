import { levelOf } from '@steward/contracts/level'
import type { LinkedRecord, TimelineItem } from '@steward/contracts/timeline'
import { AppLink } from '../../../components/app-link.tsx'
import { agoText, clockText, exactText } from '../../../components/time-text.ts'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'

function RecordLink({ record }: { record: LinkedRecord }) {
  const level = levelOf(record.level)
  return (
    <AppLink
      to={paths.record(level.plural, record.id)}
      className="inline-flex min-h-6 items-center rounded-chip text-accent-text hover:underline"
    >
      {record.name}
    </AppLink>
  )
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <span className="min-w-0">
      {label} <span className="text-2">{names.join(', ')}</span>
    </span>
  )
}

const said = ({ name, address }: { name: string; address: string }) => name || address

/** Who took part beside the author. */
function Participants({ item }: { item: TimelineItem }) {
  if (item.kind === 'email') {
    const { from, to } = item.details
    return <Names label={`${said(from)} to`} names={to.map(said)} />
  }
  if (item.kind !== 'activity') return null
  const { users, contacts } = item.details
  const others = users.filter(({ id }) => id !== item.author?.id)
  return <Names label="with" names={[...contacts, ...others].map(({ name }) => name)} />
}

const dot = <span aria-hidden>·</span>

/** Who, when, with whom and on which record. */
export function ItemMeta({ item }: { item: TimelineItem }) {
  const { author, occurredAt, updatedAt, inherited, record } = item
  const people =
    item.kind === 'activity' ? new Set(item.details.contacts.map(({ id }) => id)) : new Set<number>()
  const linked = item.linked.filter(({ id }) => !people.has(id))
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-label text-3">
      {author && (
        <>
          <Avatar
            name={author.name}
            size={18}
            src={author.imageId && `/api/file-management/images/${author.imageId}`}
          />
          <span className="text-2">{author.name}</span>
          {dot}
        </>
      )}
      <time dateTime={occurredAt} data-tooltip={exactText(occurredAt)} className="tabular">
        {agoText(occurredAt)}, {clockText(occurredAt)}
      </time>
      {updatedAt && <span data-tooltip={`Edited ${exactText(updatedAt)}`}>edited</span>}
      <Participants item={item} />
      {inherited && record && (
        <span className="inline-flex items-center gap-1">
          on <RecordLink record={record} />
        </span>
      )}
      {linked.length > 0 && (
        <span className="inline-flex flex-wrap items-center gap-x-1">
          also linked to
          {linked.map((link) => (
            <RecordLink key={`${link.level}-${link.id}`} record={link} />
          ))}
        </span>
      )}
    </div>
  )
}
