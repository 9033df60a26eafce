import { useQuery } from '@tanstack/react-query'
import { mostCounted } from '@steward/contracts/plain/overview-card'
import { overviewQuery } from '../../entities/overview/index.ts'
import { upTo } from '../../entities/record-screen/index.ts'
import { numberText } from '../../ui/reader.ts'
import type { Subject } from './email.calls.ts'

type ThreadCountProps = {
  subject: Subject
  threads: number
  /** Whether only some threads of the record are listed. */
  isFiltered: boolean
}

const plural = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`)

/** The number of threads; where all are listed, with that of their emails, which the tab shows. */
export function ThreadCount({ subject: { level, id }, threads, isFiltered }: ThreadCountProps) {
  const { data: overview } = useQuery(overviewQuery(level, id))
  const emails = isFiltered ? 0 : (overview?.counts.emails ?? 0)
  return (
    <p className="tabular px-4 pt-2.5 pb-1 text-label text-3" role="status">
      {emails > 0 && `${upTo(mostCounted.items, emails)} ${plural(emails, 'email')} in `}
      {numberText(threads)} {plural(threads, 'thread')}
    </p>
  )
}
