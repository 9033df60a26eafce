import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { formatDay } from '../../ui/day-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { movementSentence } from './movement-words.rules.ts'
import { scoreText, signedText } from './score-words.ts'
import { scoreMovementQuery, scoreQuery } from './score.calls.ts'
import { daysBefore, utcToday } from './utc-day.rules.ts'

const words = { signed: signedText, plain: scoreText, day: (day: string) => formatDay(day) }

type HealthSentenceProps = {
  level: Level
  id: number
  /** As the record reports it: where it moves, the reasons are asked for again. */
  score: number | null
}

/** Why the score moved in the last 30 days, in one sentence. */
export function HealthSentence({ level, id, score }: HealthSentenceProps) {
  const { data: detail } = useQuery(scoreQuery(level, id, score))
  // The day on which the score was read: on a page that stays open it moves with the days, as the trend does.
  const today = detail?.lastCacheTime.slice(0, 10) ?? utcToday()
  const now = new Map(detail?.parts.flatMap(({ key, text, missing }) => (missing ? [] : [[key, text]])))
  const { data, isError } = useQuery(scoreMovementQuery(level, id, daysBefore(today, 30), today, score))
  if (data) return <p className="text-body wrap-anywhere">{movementSentence(data, words, now)}</p>
  return isError ? null : <Skeleton className="h-5 w-full" />
}
