import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { StatBarScope } from '@steward/contracts/plain/user-settings/stat-bar'
import type { StatBar, StatFigures } from '@steward/contracts/user-settings/stat-bar'
import { api, send } from '../../api/client.ts'
import { overviewsKey, pathsOf, recordTotalsKey, selectionOf, type RecordView } from '../record/index.ts'

const path = '/core/user-settings/{userId}/stat-bar/{scope}/{level}'

/** The widgets that a user sees in the stat bar of a level, and those to choose from. */
export function statBarQuery(scope: StatBarScope, level: Level, userId: number) {
  return queryOptions({
    queryKey: ['stat-bar', scope, level.name, userId],
    queryFn: async ({ signal }): Promise<StatBar> => {
      const params = { path: { userId, scope, level: level.name } }
      return (await send(api.GET(path, { params, signal }))).data
    },
  })
}

/** The figures above a list: those that its reader chose, of everything that matches. */
export function figuresQuery(level: Level, view: RecordView) {
  const search = selectionOf(view)
  return queryOptions({
    queryKey: [...recordTotalsKey(level), 'figures', search],
    queryFn: async ({ signal }): Promise<StatFigures> =>
      (await send(api.GET(pathsOf(level).figures, { params: { query: search }, signal }))).data,
    placeholderData: keepPreviousData,
  })
}

/** The last choice that is on its way: they are kept in the order in which they were made. */
let keeping: Promise<unknown> = Promise.resolve()

/** Keeps what a user wants to see; null for the default widgets. What shows it is read again. */
export async function updateStatBar(
  client: QueryClient,
  { scope, level, userId }: { scope: StatBarScope; level: Level; userId: number },
  widgets: string[] | null,
): Promise<void> {
  const params = { path: { userId, scope, level: level.name } }
  const post = () => send(api.POST(path, { params, body: { widgets } }))
  const kept = keeping.then(post, post)
  keeping = kept
  const { data } = await kept
  if (keeping !== kept) return
  client.setQueryData(statBarQuery(scope, level, userId).queryKey, data)
  const shownBy = scope === 'list' ? [...recordTotalsKey(level), 'figures'] : [...overviewsKey, level.name]
  await client.invalidateQueries({ queryKey: shownBy })
}
