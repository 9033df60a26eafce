import { Suspense, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconBookmark, IconChevronDown, IconPin, IconSparkles, IconX } from '@tabler/icons-react'
import { fullName, usersQuery } from '../../../entities/user/index.ts'
import { SearchField } from '../../../components/search-field.tsx'
import { formatDay } from '../../../ui/day-text.ts'
import { cx } from '../../../ui/cx.ts'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { kindLooks } from '../stream/kind-looks.ts'
import { everything, isFiltered, type ItemMark, type TimelineView } from './timeline-view.ts'

const parts = () => import('./filter-popovers.tsx')
const LazyKinds = lazyPart(parts, 'KindsPopover')
const LazyAuthors = lazyPart(parts, 'AuthorsPopover')
const LazyDates = lazyPart(parts, 'DatesPopover')

type FilterProps = { view: TimelineView; onChange: (view: TimelineView) => void }

const chip = 'flex h-7 shrink-0 items-center gap-1 rounded-control border px-2 text-label select-none'
const chipOff = 'border-line text-2 hover:bg-hover'
const chipOn = 'border-accent-text bg-accent-soft font-medium text-accent-text'

type ChipProps = {
  label: string
  /** What it narrows to; none where it does not. */
  value: string
  onClear: () => void
  children: (anchor: ReturnType<typeof useAnchor>) => ReactNode
}

/** A filter with a popover: its name, what it narrows to, and a cross. */
function PopoverChip({ label, value, onClear, children }: ChipProps) {
  const anchor = useAnchor('dialog')
  return (
    <div className="flex shrink-0">
      <button
        type="button"
        {...anchor.button}
        className={cx(chip, value ? cx(chipOn, 'rounded-r-none border-r-0') : chipOff)}
      >
        {label}
        {value && <span className="max-w-44 truncate">: {value}</span>}
        {!value && <IconChevronDown size={14} aria-hidden />}
      </button>
      {value && (
        <button
          type="button"
          aria-label={`Clear the filter ${label}`}
          className={cx(chip, chipOn, 'w-6 justify-center rounded-l-none border-l-0 px-0')}
          onClick={onClear}
        >
          <IconX size={12} aria-hidden />
        </button>
      )}
      {anchor.used && <Suspense>{children(anchor)}</Suspense>}
    </div>
  )
}

const marks: readonly { mark: ItemMark; label: string; icon: ReactNode }[] = [
  { mark: 'bookmarked', label: 'Bookmarked', icon: <IconBookmark size={14} aria-hidden /> },
  { mark: 'pinned', label: 'Pinned', icon: <IconPin size={14} aria-hidden /> },
  { mark: 'unread', label: 'For you', icon: <IconSparkles size={14} aria-hidden /> },
]

function datesText({ from, until }: TimelineView): string {
  if (from && until) return `${formatDay(from)} – ${formatDay(until)}`
  if (from) return `from ${formatDay(from)}`
  return until ? `until ${formatDay(until)}` : ''
}

function useAuthorsText(authors: readonly number[]): string {
  const { data: users } = useQuery({ ...usersQuery, enabled: authors.length > 0 })
  return authors
    .map((id) => users?.find(({ userId }) => userId === id))
    .map((user) => (user ? fullName(user) : '…'))
    .join(', ')
}

/** What of the timeline is shown; all of it is in the address. */
export function TimelineFilters({ view, onChange }: FilterProps) {
  const set = (change: Partial<TimelineView>) => onChange({ ...view, ...change })
  const authors = useAuthorsText(view.authors)
  const toggleMark = (mark: ItemMark) =>
    set({
      marks: view.marks.includes(mark) ? view.marks.filter((one) => one !== mark) : [...view.marks, mark],
    })
  return (
    <div
      role="group"
      aria-label="Filters of the timeline"
      data-print="off"
      className="flex min-h-11 shrink-0 items-center gap-1.5 overflow-x-auto border-b border-line px-4 py-1.5 sm:flex-wrap sm:px-6"
    >
      <PopoverChip
        label="Type"
        value={view.kinds.map((kind) => kindLooks[kind].plural).join(', ')}
        onClear={() => set({ kinds: [] })}
      >
        {({ anchor, close }) => (
          <LazyKinds
            anchor={anchor}
            onClose={close}
            value={view.kinds}
            onChange={(kinds) => set({ kinds })}
          />
        )}
      </PopoverChip>
      <PopoverChip label="Author" value={authors} onClear={() => set({ authors: [] })}>
        {({ anchor, close }) => (
          <LazyAuthors
            anchor={anchor}
            onClose={close}
            value={view.authors}
            onChange={(next) => set({ authors: next })}
          />
        )}
      </PopoverChip>
      <PopoverChip label="Date" value={datesText(view)} onClear={() => set({ from: null, until: null })}>
        {({ anchor, close }) => <LazyDates anchor={anchor} onClose={close} view={view} onChange={set} />}
      </PopoverChip>
      {marks.map(({ mark, label, icon }) => (
        <button
          key={mark}
          type="button"
          aria-pressed={view.marks.includes(mark)}
          className={cx(chip, view.marks.includes(mark) ? chipOn : chipOff)}
          onClick={() => toggleMark(mark)}
        >
          {icon}
          {label}
        </button>
      ))}
      {isFiltered(view) && (
        <button
          type="button"
          className={cx(chip, 'border-transparent text-2 hover:bg-hover')}
          onClick={() => onChange(everything)}
        >
          Clear all
        </button>
      )}
      <SearchField
        label="Search the timeline"
        value={view.query}
        onChange={(query) => set({ query })}
        className="ml-auto max-w-56 min-w-40"
      />
    </div>
  )
}
