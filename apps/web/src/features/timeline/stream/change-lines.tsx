import { IconArrowRight, IconChevronRight, IconHistory } from '@tabler/icons-react'
import { AppLink } from '../../../components/app-link.tsx'
import { agoText, clockText, exactText } from '../../../components/time-text.ts'
import { levelOf } from '@steward/contracts/level'
import { originText } from '../../../entities/change-set/index.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import type { ChangeItem } from './stream-rows.rules.ts'

/** The author says enough about these. */
const plainSources: ReadonlySet<string> = new Set(['person', 'system'])

type Line = ChangeItem['details']['changes'][number]

function ChangeWords({ label, before, after }: Line) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1.5">
      <span className="text-2">{label}</span>
      <span className={cx('max-w-60 truncate text-3', before && 'line-through')}>
        <span className="hidden-text">from </span>
        {before ?? 'nothing'}
      </span>
      <IconArrowRight size={12} className="shrink-0 text-3" aria-hidden />
      <span className="max-w-60 truncate font-medium text-1">
        <span className="hidden-text">to </span>
        {after ?? 'nothing'}
      </span>
    </span>
  )
}

/** What changed on the record, in a line. */
export function ChangeLine({ item }: { item: ChangeItem }) {
  const { author, details, occurredAt, inherited, record } = item
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-0.5 py-1 text-label">
      <span className="flex size-7 shrink-0 items-center justify-center text-3">
        <IconHistory size={14} aria-hidden />
      </span>
      {details.changes.map((change) => (
        <ChangeWords key={change.field} {...change} />
      ))}
      <span className="flex flex-wrap items-center gap-x-1.5 text-3">
        <span>{author?.name ?? 'Steward'}</span>
        {!plainSources.has(details.source) && (
          <>
            <span aria-hidden>·</span>
            <span>{originText(details)}</span>
          </>
        )}
        <span aria-hidden>·</span>
        <time dateTime={occurredAt} data-tooltip={exactText(occurredAt)} className="tabular">
          {agoText(occurredAt)}, {clockText(occurredAt)}
        </time>
        {inherited && record && (
          <>
            on
            <AppLink
              to={paths.record(levelOf(record.level).plural, record.id)}
              className="inline-flex min-h-6 items-center rounded-chip text-accent-text hover:underline"
            >
              {record.name}
            </AppLink>
          </>
        )}
      </span>
    </div>
  )
}

type ChangeFoldProps = { items: readonly ChangeItem[]; isOpen: boolean; onToggle: () => void }

/** Several changes as one line that opens. */
export function ChangeFold({ items, isOpen, onToggle }: ChangeFoldProps) {
  const labels = [...new Set(items.flatMap(({ details }) => details.changes.map(({ label }) => label)))]
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex min-h-8 w-full items-center gap-2.5 rounded-control py-1 text-left text-label hover:bg-hover"
    >
      <span className="flex size-7 shrink-0 items-center justify-center text-3">
        <IconChevronRight size={14} aria-hidden className={cx(isOpen && 'rotate-90')} />
      </span>
      <span className="tabular shrink-0 font-medium text-2">{items.length} changes</span>
      <span className="min-w-0 truncate text-3">{labels.join(', ')}</span>
    </button>
  )
}
