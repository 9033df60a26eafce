import { levelFieldsQuery } from '../../entities/field/index.ts'
import { queryClient } from '../../api/query-client.ts'
import { readSession } from '../../api/session.ts'
import { levelByPlural } from '../../entities/level/index.ts'
import { keptLayoutQuery } from './layout/use-kept-layout.ts'

/** Asks for what rows have to wait for, while the page that shows them is still on its way. */
export function startList(plural: string): void {
  const level = levelByPlural(plural)
  const { user } = readSession()
  if (!level || !user) return
  void queryClient.prefetchQuery(levelFieldsQuery(level))
  void queryClient.prefetchQuery(keptLayoutQuery(queryClient, level, user.userId))
}
