import type { QueryClient } from '@tanstack/react-query'
import type { Segment } from '@steward/contracts/segment'
import { segmentQuery, segmentsKey, segmentsQuery } from './segment.calls.ts'

/** Shows a segment as it is now, wherever it stands, and reads the others again. */
export function putSegment(client: QueryClient, segment: Segment): void {
  client.setQueryData(segmentQuery(segment.segmentId).queryKey, segment)
  void client.invalidateQueries({ queryKey: segmentsQuery.queryKey })
}

/** Takes a deleted segment out of what is shown. */
export function dropSegment(client: QueryClient, id: number): void {
  client.setQueryData(segmentsQuery.queryKey, (held) => held?.filter(({ segmentId }) => segmentId !== id))
  client.removeQueries({ queryKey: segmentQuery(id).queryKey })
}

function patch(client: QueryClient, id: number, change: Partial<Segment>): void {
  client.setQueryData(segmentsQuery.queryKey, (held) =>
    held?.map((segment) => (segment.segmentId === id ? { ...segment, ...change } : segment)),
  )
  client.setQueryData(segmentQuery(id).queryKey, (held) => held && { ...held, ...change })
}

/** Shows the pin at once; `settle` keeps it or puts it back as it was. */
export async function showPin(client: QueryClient, id: number, isPinned: boolean) {
  await client.cancelQueries({ queryKey: segmentsKey })
  patch(client, id, { isPinned })
  return { undo: () => patch(client, id, { isPinned: !isPinned }) }
}
