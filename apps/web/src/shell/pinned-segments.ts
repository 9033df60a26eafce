import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Segment } from '@steward/contracts/segment'
import { useCan } from '../api/can.ts'
import { levelOfSegment, segmentsQuery } from '../entities/segment/index.ts'
import { readSession, subscribeSession, useUser } from '../api/session.ts'
import { paths } from '../paths.ts'
import { readStored, writeStored } from '../ui/storage.ts'

export type PinnedSegment = { label: string; to: string; levelPath: string }

type Kept = { userId: number; pinned: PinnedSegment[] }

const key = 'steward.pinned-segments'
const most = 8
/** Milliseconds that the page has for what it shows itself. */
const patience = 1500

// What someone has read is no one else's.
subscribeSession(() => {
  if (readSession().state === 'signed-out') writeStored(key, null)
})

function readKept(userId: number): PinnedSegment[] {
  try {
    const kept = JSON.parse(readStored(key) ?? 'null') as Kept | null
    return kept?.userId === userId ? kept.pinned : []
  } catch {
    return []
  }
}

function pinnedOf(segments: readonly Segment[]): PinnedSegment[] {
  return segments
    .filter(({ isPinned }) => isPinned)
    .slice(0, most)
    .map((segment) => {
      const { plural } = levelOfSegment(segment)
      return {
        label: segment.name,
        to: paths.segment(plural, segment.segmentId),
        levelPath: paths.list(plural),
      }
    })
}

/**
 * The segments that the user pinned, 8 at most. Those of last time are there from the start, so that
 * nothing moves when the answer comes; it is asked for when the page has loaded.
 */
export function usePinnedSegments(): readonly PinnedSegment[] {
  const { userId } = useUser()
  const may = useCan()
  const [kept] = useState(() => readKept(userId))
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setIsTime(true), patience)
    return () => window.clearTimeout(timer)
  }, [])
  const { data } = useQuery({ ...segmentsQuery, enabled: isTime && may('segment.read') })
  const pinned = useMemo(() => data && pinnedOf(data), [data])
  useEffect(() => {
    if (pinned) writeStored(key, pinned.length > 0 ? JSON.stringify({ userId, pinned }) : null)
  }, [pinned, userId])
  return pinned ?? kept
}
