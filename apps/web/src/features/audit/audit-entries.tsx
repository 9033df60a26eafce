import { useId, useMemo, useState } from 'react'
import { IconBan, IconCheck, IconChevronRight } from '@tabler/icons-react'
import type { AuditEntry } from '@steward/contracts/audit'
import { clockText, dayHeading, exactText } from '../../components/time-text.ts'
import { cx } from '../../ui/cx.ts'
import { readerDay } from '../../ui/day-text.ts'
import { EntryDetails } from './entry-details.tsx'
import { actionText } from './audit-words.ts'

/** The entries under their days; each opens to what else is known of it. */
export function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  const days = useMemo(() => [...Map.groupBy(entries, (entry) => readerDay(new Date(entry.at)))], [entries])
  return days.map(([day, members]) => (
    <section key={day} aria-label={dayHeading(day)}>
      <h2 className="sticky top-0 z-1 border-b border-line bg-sunken px-4 py-1.5 text-label font-medium text-2">
        {dayHeading(day)}
      </h2>
      <ul>
        {members.map((entry) => (
          <Entry key={entry.auditId} entry={entry} />
        ))}
      </ul>
    </section>
  ))
}

function Entry({ entry }: { entry: AuditEntry }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li
      className={cx(
        'border-b border-line [contain-intrinsic-size:auto_49px]',
        !open && '[content-visibility:auto]',
      )}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="grid w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2 md:grid-cols-[1rem_4.5rem_minmax(0,1fr)_auto]"
      >
        <IconChevronRight
          size={16}
          className={cx('mt-0.5 text-3 transition-[rotate] duration-100', open && 'rotate-90')}
          aria-hidden
        />
        <time
          dateTime={entry.at}
          data-tooltip={exactText(entry.at)}
          className="tabular hidden text-2 md:block"
        >
          {clockText(entry.at)}
        </time>
        <span className="min-w-0">
          <span className="block wrap-anywhere">{entry.summary}</span>
          <span className="block truncate text-label text-2">
            <span className="md:hidden">{clockText(entry.at)} · </span>
            {entry.actorName} · {actionText(entry.action)}
          </span>
        </span>
        <Outcome outcome={entry.outcome} />
      </button>
      {open && <EntryDetails id={id} entry={entry} />}
    </li>
  )
}

function Outcome({ outcome }: { outcome: AuditEntry['outcome'] }) {
  const refused = outcome === 'refused'
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 text-label',
        refused ? 'font-medium text-poor' : 'text-2',
      )}
    >
      {refused ? (
        <IconBan size={14} className="text-poor-mark" aria-hidden />
      ) : (
        <IconCheck size={14} className="text-good-mark" aria-hidden />
      )}
      {refused ? 'Refused' : 'Done'}
    </span>
  )
}
