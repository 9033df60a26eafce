import type { Task, TasksChanged } from '@steward/contracts/task'
import type { TaskPage } from '@steward/contracts/task-list'
import { expect } from 'vitest'
import type { Answer, Client } from '../../../test/harness.ts'

function good(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** Creates a task and answers it. */
export async function createTask(client: Client, form: Record<string, unknown> = {}): Promise<Task> {
  return good(await client.post('tasks', { title: 'Call them', ...form })).data
}

export async function readTask(client: Client, taskId: number): Promise<Task> {
  return good(await client.get(`tasks/${taskId}`)).data
}

export async function listTasks(
  client: Client,
  query: Record<string, string | number | boolean | object> = {},
): Promise<TaskPage> {
  const entries = Object.entries(query).map(([key, value]): [string, string] => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return good(await client.get(`playbook/tasks?${new URLSearchParams(entries)}`))
}

/** Makes a call about several tasks, such as `complete`. */
export async function act(client: Client, name: string, body: object): Promise<TasksChanged> {
  return good(await client.post(`tasks/${name}`, body)).data
}

export const titlesOf = ({ data }: Pick<TaskPage, 'data'>): string[] => data.map(({ title }) => title)
