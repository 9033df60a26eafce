import { useEffect, useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import { levels, type Level } from '@steward/contracts/level'
import type { PartialRecord } from '@steward/contracts/record'
import { findRecords } from '../../entities/record/index.ts'
import { imageAddress } from '../../entities/user/index.ts'
import { useGo } from '../../components/go.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Command } from './command.ts'

const debounce = 150
const perLevel = 5

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), debounce)
    return () => window.clearTimeout(timer)
  }, [value])
  return settled
}

/** The record with an id, whatever its level. */
async function findById(level: Level, id: number, signal: AbortSignal): Promise<PartialRecord[]> {
  const found = await findRecords(level, '', signal, 1, [id])
  return found.filter((record) => record.id === id)
}

/**
 * Records of every level whose name holds the text, a few of each, asked from the server; or the one with
 * an id, where one is given.
 */
export function useFoundRecords(text: string, id: number | null): { records: Command[]; isLooking: boolean } {
  const go = useGo()
  const query = useDebounced(text)
  const wanted = id !== null && Number.isSafeInteger(id) && id > 0 ? id : null
  const answers = useQueries({
    queries: levels.map((level) => ({
      queryKey: ['records', level.name, 'found', wanted ?? query],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        wanted === null ? findRecords(level, query, signal, perLevel) : findById(level, wanted, signal),
      enabled: query !== '' || wanted !== null,
    })),
  })
  const isLooking = text !== query || answers.some((answer) => answer.isFetching)
  if (text === '' && wanted === null) return { records: [], isLooking }
  const records = answers.flatMap((answer, index) => {
    const level = levels[index]!
    return (answer.data ?? []).map<Command>((record) => {
      return {
        id: `${level.name}-${record.id}`,
        group: 'Records',
        label: record.name,
        detail: record.parentName ? `${level.label} of ${record.parentName}` : level.label,
        icon: (
          <Avatar name={record.name} src={imageAddress(record)} size={18} square={level.name !== 'contact'} />
        ),
        run: () => go(paths.record(level.plural, record.id)),
      }
    })
  })
  return { records, isLooking }
}
