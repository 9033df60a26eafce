import { useState } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { RecordList } from '@steward/contracts/record'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { recordId, recordListsKey, recordWindowQuery, type RecordView } from '../../entities/record/index.ts'
import { useGo } from '../../components/go.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { useShortcut } from '../../components/shortcuts.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { numberText } from '../../ui/reader.ts'
import { toast } from '../../ui/toast.tsx'
import { idAt, placeOf, windowOf, type RecordSequence } from './record-sequence.rules.ts'

/** The list that was shown last with this record in it, as far as its windows were loaded. */
function findSequence(client: QueryClient, level: Level, id: number): RecordSequence | null {
  const windows = client.getQueryCache().findAll({ queryKey: recordListsKey(level) })
  const idsOf = (list: RecordList | undefined) => list?.data.map((record) => recordId(level, record)) ?? []
  const listOf = (query: (typeof windows)[number]) => query.state.data as RecordList | undefined
  const viewOf = (query: (typeof windows)[number]) => JSON.stringify(query.queryKey.slice(0, -1))
  const [latest] = windows
    .filter((query) => idsOf(listOf(query)).includes(id))
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  if (!latest) return null
  const known = windows
    .filter((query) => viewOf(query) === viewOf(latest))
    .map((query) => [Number(query.queryKey.at(-1)), idsOf(listOf(query))] as const)
  return {
    level,
    view: latest.queryKey.at(-2) as RecordView,
    total: listOf(latest)?.totalItemCount ?? 0,
    windows: new Map(known),
  }
}

/** The list that the reader walks through; it stays the same from record to record. */
export function useSequence(level: Level, id: number): RecordSequence | null {
  const client = useQueryClient()
  const [sequence, setSequence] = useState<RecordSequence | null>(null)
  if (sequence?.level === level && placeOf(sequence, id) >= 0) return sequence
  const found = findSequence(client, level, id)
  if (found !== sequence) setSequence(found)
  return found
}

/** J and K go to the next and the previous record of that list, on the same tab; further windows load on the way. */
export function RecordOrder({ sequence, id }: { sequence: RecordSequence; id: number }) {
  const { level, view, total } = sequence
  const client = useQueryClient()
  const go = useGo()
  const [search] = useSearchParams()
  const place = placeOf(sequence, id)
  const tab = typeof search['tab'] === 'string' ? `?tab=${search['tab']}` : ''

  async function idThere(target: number): Promise<number | undefined> {
    const known = idAt(sequence, target)
    if (known !== undefined) return known
    const page = windowOf(target)
    const { data } = await client.fetchQuery(recordWindowQuery(level, view, page))
    return idAt({ windows: new Map([[page, data.map((record) => recordId(level, record))]]) }, target)
  }
  async function to(target: number) {
    if (target < 0 || target >= total) return
    try {
      const there = await idThere(target)
      if (there !== undefined) go(paths.record(level.plural, there) + tab, { replace: true })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'record-order' })
    }
  }
  const next = () => void to(place + 1)
  const previous = () => void to(place - 1)
  useShortcut('j', next, { label: `Next ${level.name}`, group: 'Record' })
  useShortcut('k', previous, { label: `Previous ${level.name}`, group: 'Record' })
  return (
    <div className="flex items-center">
      <span className="tabular mr-1 hidden text-label text-3 md:inline">
        {numberText(place + 1)} of {numberText(total)}
      </span>
      <IconButton
        label={`Previous ${level.name}`}
        shortcut="k"
        size="sm"
        disabled={place <= 0}
        icon={<IconChevronUp aria-hidden />}
        onClick={previous}
      />
      <IconButton
        label={`Next ${level.name}`}
        shortcut="j"
        size="sm"
        disabled={place >= total - 1}
        icon={<IconChevronDown aria-hidden />}
        onClick={next}
      />
    </div>
  )
}
