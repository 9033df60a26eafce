import { useState } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { RecordList } from '@steward/contracts/record'
import { recordId, recordListsKey } from '../../entities/record/index.ts'
import { useGo } from '../../components/go.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { useShortcut } from '../../components/shortcuts.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { numberText } from '../../ui/reader.ts'

export interface RecordSequence {
  level: Level
  ids: readonly number[]
}

/** The rows of the list that was shown last with this record in it, as far as they were loaded. */
function findSequence(client: QueryClient, level: Level, id: number): RecordSequence | null {
  const windows = client.getQueryCache().findAll({ queryKey: recordListsKey(level) })
  const held = (query: (typeof windows)[number]) =>
    (query.state.data as RecordList | undefined)?.data.map((record) => recordId(level, record)) ?? []
  const viewOf = (query: (typeof windows)[number]) => JSON.stringify(query.queryKey.slice(0, -1))
  const [latest] = windows
    .filter((query) => held(query).includes(id))
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  if (!latest) return null
  const ids = windows
    .filter((query) => viewOf(query) === viewOf(latest))
    .toSorted((one, other) => Number(one.queryKey.at(-1)) - Number(other.queryKey.at(-1)))
    .flatMap(held)
  return { level, ids: [...new Set(ids)] }
}

/** The list that the reader walks through; it stays the same from record to record. */
export function useSequence(level: Level, id: number): RecordSequence | null {
  const client = useQueryClient()
  const [sequence, setSequence] = useState<RecordSequence | null>(null)
  if (sequence?.level === level && sequence.ids.includes(id)) return sequence
  const found = findSequence(client, level, id)
  if (found !== sequence) setSequence(found)
  return found
}

/** J and K go to the next and the previous record of that list, on the same tab. */
export function RecordOrder({ sequence, id }: { sequence: RecordSequence; id: number }) {
  const { level, ids } = sequence
  const go = useGo()
  const [search] = useSearchParams()
  const place = ids.indexOf(id)
  const tab = typeof search['tab'] === 'string' ? `?tab=${search['tab']}` : ''
  const to = (target: number | undefined) =>
    target !== undefined && go(paths.record(level.plural, target) + tab, { replace: true })
  const next = () => to(ids[place + 1])
  const previous = () => to(ids[place - 1])
  useShortcut('j', next, { label: `Next ${level.name}`, group: 'Record' })
  useShortcut('k', previous, { label: `Previous ${level.name}`, group: 'Record' })
  return (
    <div className="flex items-center">
      <span className="tabular mr-1 hidden text-label text-3 md:inline">
        {numberText(place + 1)} of {numberText(ids.length)}
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
        disabled={place >= ids.length - 1}
        icon={<IconChevronDown aria-hidden />}
        onClick={next}
      />
    </div>
  )
}
