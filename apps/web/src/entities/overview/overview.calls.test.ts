import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import type { Overview } from '@steward/contracts/overview'
import type { OverviewCard } from '@steward/contracts/plain/overview-card'
import { api } from '../../api/client.ts'
import { overviewQuery, updateOverviewCards } from './overview.calls.ts'

const account = levelOf('account')
const { queryKey } = overviewQuery(account, 1)
const overview = (cards: OverviewCard[]) => ({ cards }) as unknown as Overview

/** A server that keeps cards when it is asked to, and whose overviews are answered late. */
function slowServer(cards: OverviewCard[]) {
  const kept: OverviewCard[][] = []
  const waiting: (() => void)[] = []
  vi.spyOn(api, 'PUT').mockImplementation((async (
    _path: string,
    { body }: { body: { cards: OverviewCard[] } },
  ) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    kept.push(body.cards)
    return { data: {}, response: new Response() }
  }) as unknown as typeof api.PUT)
  const answers: (() => void)[] = []
  const read = () => {
    const data = overview(kept.at(-1) ?? cards)
    return new Promise<Overview>((resolve) => answers.push(() => resolve(data)))
  }
  return { kept, waiting, answers, read }
}

it('keeps an arrangement that is made while an overview is read, and the next one after it', async () => {
  const client = new QueryClient()
  const { kept, waiting, answers, read } = slowServer(['health', 'people', 'pulse'])
  client.setQueryData(queryKey, overview(['health', 'people', 'pulse']))
  const observer = new QueryObserver(client, { queryKey, queryFn: read, staleTime: Infinity })
  const stop = observer.subscribe(() => undefined)
  void observer.refetch()
  const cards = () => client.getQueryData<Overview>(queryKey)?.cards

  const first = updateOverviewCards(client, account, ['health', 'pulse'])
  await vi.waitFor(() => expect(cards()).toEqual(['health', 'pulse']))
  for (const answer of answers.splice(0)) answer()
  const second = updateOverviewCards(client, account, ['pulse', 'health'])
  await vi.waitFor(() => expect(cards()).toEqual(['pulse', 'health']))
  expect(waiting).toHaveLength(1)
  waiting.shift()?.()
  await first
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  waiting.shift()?.()
  await second
  expect(kept).toEqual([
    ['health', 'pulse'],
    ['pulse', 'health'],
  ])
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers.shift()?.()
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(cards()).toEqual(['pulse', 'health'])
  stop()
})
