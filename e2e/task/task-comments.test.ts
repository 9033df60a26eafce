import { expect, test } from 'vitest'
import { seriousFaults } from '../axe.ts'
import { browser, client, openJourneys, page, server, unique } from '../journey.ts'
import { addSomebody } from '../people.ts'
import { leave, visitAs } from '../visitor.ts'

openJourneys()

const row = (title: string) => page.getByRole('listitem', { name: title, exact: true })

test('a comment mentions a teammate, who is notified, opens the task and answers', async () => {
  const drawer = page.getByRole('dialog', { name: 'Task' })
  const comments = drawer.getByRole('region', { name: 'Comments' })
  const title = unique('Agree on the price')
  const { email, lastName } = await addSomebody(server)
  await client.post('/tasks', { title })
  await page.goto('/app/tasks')
  await row(title).getByRole('button', { name: title }).click()
  await comments.getByRole('button', { name: 'Write a comment' }).click()
  await comments.getByRole('textbox', { name: 'Comment' }).pressSequentially(`Ask @${lastName}`)
  await page.getByRole('option', { name: new RegExp(lastName) }).click()
  await comments.getByRole('button', { name: 'Comment', exact: true }).click()
  const first = comments.getByRole('article').first()
  await first.getByText('Ask').waitFor()
  expect(await seriousFaults(page)).toEqual([])

  const visitor = await visitAs(browser, server, email)
  await visitor.page.goto('/app/today')
  await visitor.page.getByRole('button', { name: /^Notifications/ }).click()
  await visitor.page.getByText(new RegExp(`mentioned you on "${title}"`)).click()
  const theirs = visitor.page.getByRole('dialog', { name: 'Task' })
  await theirs.getByRole('button', { name: 'Write a comment' }).click()
  await theirs.getByRole('textbox', { name: 'Comment' }).pressSequentially('Nine per cent')
  await visitor.page.keyboard.press('ControlOrMeta+Enter')
  await theirs.getByRole('article').getByText('Nine per cent').waitFor()
  await leave(visitor)

  await comments.getByRole('article').getByText('Nine per cent').waitFor()
  await first.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => comments.getByRole('article').count()).toBe(1)
  await drawer.getByText('deleted a comment').waitFor()
  await drawer.getByText('Undo', { exact: true }).click()
  await expect.poll(() => comments.getByRole('article').count()).toBe(2)
  await drawer.getByRole('button', { name: 'Cancel', exact: true }).click()
  await row(title).getByText('2 comments').waitFor()
})
