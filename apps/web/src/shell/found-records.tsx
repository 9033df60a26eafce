import { useEffect, useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import { levels } from '@steward/contracts/level'
import { findRecords } from '../api/records.ts'
import { useGo } from '../components/go.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import type { Command } from './commands.tsx'

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

/** Records of every level whose name holds the text, a few of each, asked from the server. */
export function useFoundRecords(text: string): { records: Command[]; isLooking: boolean } {
  const go = useGo()
  const query = useDebounced(text)
  const answers = useQueries({
    queries: levels.map((level) => ({
      queryKey: ['records', level.name, 'found', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => findRecords(level, query, signal, perLevel),
      enabled: query !== '',
    })),
  })
  const isLooking = text !== '' && (text !== query || answers.some((answer) => answer.isFetching))
  if (text === '') return { records: [], isLooking }
  const records = answers.flatMap((answer, index) => {
    const level = levels[index]!
    return (answer.data ?? []).map<Command>((record) => {
      return {
        id: `${level.name}-${record.id}`,
        group: 'Records',
        label: record.name,
        detail: record.parentName ? `${level.label} of ${record.parentName}` : level.label,
        icon: <Avatar name={record.name} size={18} square={level.name !== 'contact'} />,
        run: () => go(paths.record(level.plural, record.id)),
      }
    })
  })
  return { records, isLooking }
}
