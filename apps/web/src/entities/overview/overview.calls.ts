import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { Overview } from '@steward/contracts/overview'
import { overviewCards, type OverviewCard } from '@steward/contracts/plain/overview-card'
import { api, send } from '../../api/client.ts'
import { overviewsKey, pathsOf } from '../record/index.ts'

/** What the page of a record shows first: figures, counts of the tabs, the latest of its timeline. */
export function overviewQuery(level: Level, id: number) {
  return queryOptions({
    queryKey: [...overviewsKey, level.name, id],
    queryFn: async ({ signal }): Promise<Overview> =>
      (await send(api.GET(pathsOf(level).overview, { params: { path: { id } }, signal }))).data,
  })
}

/** Asks again for what pages show first, once something was logged, or records came, went or moved. */
export function refreshOverviews(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: overviewsKey })
}

/** The last arrangement that is on its way: they are kept in the order in which they were made. */
let keeping: Promise<unknown> = Promise.resolve()

/** Shows other cards on the overviews of a level at once, and keeps them for the user; null for the usual ones. */
export async function updateOverviewCards(
  client: QueryClient,
  level: Level,
  cards: OverviewCard[] | null,
): Promise<void> {
  const queryKey = [...overviewsKey, level.name]
  // What was asked for before would bring the cards of before, and the next arrangement would keep those.
  void client.cancelQueries({ queryKey })
  client.setQueriesData<Overview>(
    { queryKey },
    (held) => held && { ...held, cards: cards ?? [...overviewCards] },
  )
  const put = () =>
    send(api.PUT('/core/overview-cards', { params: { query: { level: level.name } }, body: { cards } }))
  const kept = keeping.then(put, put)
  keeping = kept
  try {
    await kept
  } finally {
    if (keeping === kept) void client.invalidateQueries({ queryKey })
  }
}
