import { queryOptions } from '@tanstack/react-query'
import type { Rule } from '@steward/conditions'
import { levelOf, type Level } from '@steward/contracts/level'
import type { ChangeSegment, Segment, SegmentMembership, SegmentView } from '@steward/contracts/segment'
import { api, send } from '../../api/client.ts'

/** Under this key is everything about segments, apart from how many members they have. */
export const segmentsKey = ['segments'] as const

export interface NewSegment {
  name: string
  description: string
  segmentLevel: Level['name']
  isPrivate: boolean
  logic: Rule
  view: SegmentView
}

/** What a rule matches, and which of its conditions are about what is gone. */
export interface RuleMatch {
  count: number
  broken: readonly string[]
}

/** Every segment that the user may see, of all levels, by name. */
export const segmentsQuery = queryOptions({
  queryKey: [...segmentsKey, 'all'],
  queryFn: async ({ signal }): Promise<Segment[]> =>
    (await send(api.GET('/segment', { signal }))).data as Segment[],
})

export function segmentQuery(id: number) {
  return queryOptions({
    queryKey: [...segmentsKey, 'one', id],
    queryFn: async ({ signal }): Promise<Segment> =>
      (await send(api.GET('/segment/{id}', { params: { path: { id } }, signal }))).data as Segment,
  })
}

/** Who entered a segment since a day, and who left it. */
export function segmentChangesQuery(id: number, since: string) {
  return queryOptions({
    queryKey: [...segmentsKey, 'changes', id, since],
    queryFn: async ({ signal }): Promise<SegmentMembership> => {
      const params = { path: { id }, query: { since } }
      return (await send(api.GET('/segment/{id}/changes', { params, signal }))).data
    },
  })
}

/** How many records of a level match a rule; those that the user may see are counted. */
export function ruleMatchQuery(level: Level, rule: Rule) {
  return queryOptions({
    queryKey: ['records', level.name, 'match', rule],
    queryFn: async ({ signal }): Promise<RuleMatch> => {
      const body = { logic: rule, segmentLevel: level.name, page: 1, pageSize: 1 }
      const list = await send(api.POST('/segment/filter', { body: body as never, signal }))
      return { count: list.totalItemCount, broken: list.brokenConditions.map(({ field }) => field) }
    },
  })
}

export function levelOfSegment({ segmentLevel }: Segment): Level {
  return levelOf(segmentLevel as Level['name'])
}

export async function createSegment(body: NewSegment): Promise<Segment> {
  return (await send(api.POST('/segment', { body: body as never }))).data as Segment
}

export async function updateSegment(id: number, body: ChangeSegment): Promise<Segment> {
  const params = { path: { id } }
  return (await send(api.PATCH('/segment/{id}', { params, body: body as never }))).data as Segment
}

export async function deleteSegment(id: number): Promise<void> {
  await send(api.DELETE('/segment/{id}', { params: { path: { id } } }))
}

export async function pinSegment(id: number, action: 'pin' | 'unpin'): Promise<Segment> {
  const params = { path: { id, action } }
  return (await send(api.POST('/segment/{id}/pin/{action}', { params }))).data as Segment
}
