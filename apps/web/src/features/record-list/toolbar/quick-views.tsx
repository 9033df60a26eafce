import { IconDeviceFloppy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { HealthBounds } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { useCan } from '../../../api/can.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { useSearchParams } from '../../../components/search-params.ts'
import {
  chosenHealth,
  HealthMark,
  healthWords,
  scoreBandsQuery,
  toggledHealth,
} from '../../../entities/health/index.ts'
import {
  isModified,
  isUnfiltered,
  type ListBase,
  type ListSearch,
  readListSearch,
  useListAddress,
} from '../../../entities/record-view/index.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { shippedViews } from './shipped-views.rules.ts'

const pill =
  'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-control px-2 text-label whitespace-nowrap text-2 hover:bg-hover hover:text-1 focus-visible:-outline-offset-2 '

type QuickViewsProps = { level: Level; fields: readonly { name: string }[]; base: ListBase }

/** The lists that lead to what matters, and the bands of health: each one click away. */
export function QuickViews({ level, fields, base }: QuickViewsProps) {
  const [search, setSearch] = useListAddress(base)
  const { data: bands } = useQuery({ ...scoreBandsQuery(level), enabled: level.id !== 4 })
  const [, change] = useSearchParams()
  const may = useCan()
  const views = shippedViews(level, fields)
  return (
    <div
      data-print="off"
      className="flex h-10 shrink-0 items-center gap-4 overflow-x-auto border-b border-line px-3"
    >
      {views.length > 0 && <Views level={level} views={views} base={base} search={search} />}
      {level.id !== 4 && (
        <HealthBands
          filter={search.filter}
          bands={bands}
          onChange={(filter) => setSearch({ filter, peek: undefined })}
        />
      )}
      {may('segment.edit') && isOwnFilter(search, base, views) && (
        <Button
          size="sm"
          variant="ghost"
          className="ml-auto max-sm:hidden"
          icon={<IconDeviceFloppy aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => change({ segment: 'new' })}
        >
          Save as segment
        </Button>
      )}
    </div>
  )
}

type ViewsProps = {
  level: Level
  views: ReturnType<typeof shippedViews>
  base: ListBase
  search: ListSearch
}

const narrowing = ({ filter, query, mine }: ListSearch) => JSON.stringify([filter, query, mine])

/** Whether the conditions are neither those that the list begins with nor those of a view. */
function isOwnFilter(search: ListSearch, base: ListBase, views: ReturnType<typeof shippedViews>): boolean {
  const isChanged = isModified({ ...search, sort: base.sort, cols: base.cols }, base)
  return isChanged && !views.some((view) => isView(view, search, base))
}

const isView = ({ search: raw }: { search: Record<string, unknown> }, search: ListSearch, base: ListBase) =>
  narrowing(readListSearch(raw, base)) === narrowing(search)

function Views({ level, views, base, search }: ViewsProps) {
  const router = useRouter()
  const list = paths.list(level.plural)
  const all = { label: `All ${level.plural}`, to: list, isShown: isUnfiltered(search, base) }
  const links = views.map((view) => ({
    label: view.label,
    to: list + router.options.stringifySearch!(view.search),
    isShown: isView(view, search, base),
  }))
  return (
    <nav aria-label="Views" className="flex items-center gap-0.5">
      {[all, ...links].map(({ label, to, isShown }) => (
        <AppLink
          key={label}
          to={to}
          exact
          aria-current={isShown ? 'page' : undefined}
          className={`${pill} font-medium aria-[current]:bg-accent-soft aria-[current]:text-accent-text`}
        >
          {label}
        </AppLink>
      ))}
    </nav>
  )
}

type HealthBandsProps = {
  filter: ListSearch['filter']
  bands: readonly HealthBounds[] | undefined
  onChange: (filter: ListSearch['filter']) => void
}

/** Poor, Average, Good and No score as filters. */
function HealthBands({ filter, bands, onChange }: HealthBandsProps) {
  const chosen = bands ? chosenHealth(filter, bands) : []
  return (
    <div role="group" aria-label="Health bands" className="flex items-center gap-0.5">
      {healthWords.map((word) => (
        <button
          key={word}
          type="button"
          disabled={!bands}
          aria-pressed={chosen.includes(word)}
          className={`${pill} aria-pressed:bg-accent-soft aria-pressed:text-accent-text`}
          onClick={() => bands && onChange(toggledHealth(filter, word, bands))}
        >
          <HealthMark word={word} />
          {word}
        </button>
      ))}
    </div>
  )
}
