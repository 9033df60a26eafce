import type { Page } from 'playwright-core'
import type { Screen } from '../screens/administration.ts'

/** What the screens of tasks show. */
export interface TaskObjects {
  taskId: number
  title: string
  view: string
}

const board = '/app/tasks?mine=false&mode=board'

async function openList(page: Page, { title }: TaskObjects): Promise<void> {
  await page.goto('/app/tasks?mine=false&group=account')
  await page.getByRole('listitem', { name: title, exact: true }).waitFor()
}

/** On a phone, views and filters are behind a button. */
async function openToolbar(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: /^Filters/ }).click()
}

async function openViews(page: Page, of: TaskObjects, item: string): Promise<void> {
  await openList(page, of)
  await openToolbar(page)
  await page.getByRole('button', { name: /^Views:/ }).click()
  await page.getByRole('menuitem', { name: item }).waitFor()
}

/** The screens of tasks, with what opens over them. */
export function taskScreens(of: TaskObjects): Screen[] {
  const { taskId, title, view } = of
  return [
    { name: 'tasks in groups', open: (page) => openList(page, of) },
    {
      name: 'selected tasks',
      async open(page) {
        await openList(page, of)
        await page.getByRole('checkbox', { name: `Select ${title}` }).check()
        await page.getByRole('group', { name: 'Selected tasks' }).waitFor()
      },
    },
    {
      name: 'due date beside a task',
      async open(page) {
        await openList(page, of)
        await page.getByRole('button', { name: title, exact: true }).focus()
        await page.keyboard.press('d')
        await page.getByRole('dialog').first().waitFor()
      },
    },
    {
      name: 'no matching tasks',
      async open(page) {
        await page.goto('/app/tasks?find=nothing')
        await page.getByText('No matching tasks').waitFor()
      },
    },
    {
      name: 'filter of tasks',
      async open(page) {
        await openList(page, of)
        await openToolbar(page)
        await page.getByRole('button', { name: 'Add filter' }).click()
        await page.getByRole('option', { name: 'Priority' }).click()
        await page
          .getByRole('dialog', { name: 'Condition' })
          .getByRole('option', { name: 'Urgent' })
          .waitFor()
      },
    },
    { name: 'menu of views', open: (page) => openViews(page, of, view) },
    {
      name: 'form of a view',
      async open(page) {
        await openViews(page, of, 'Save as view')
        await page.getByRole('menuitem', { name: 'Save as view' }).click()
        await page.getByRole('dialog', { name: 'Save view' }).waitFor()
      },
    },
    {
      name: 'deleting a view',
      async open(page) {
        await openViews(page, of, view)
        await page.getByRole('menuitem', { name: view }).click()
        await page.getByRole('button', { name: `Views: ${view}` }).click()
        await page.getByRole('menuitem', { name: 'Delete view' }).click()
        await page.getByRole('button', { name: 'Delete', exact: true }).waitFor()
      },
    },
    {
      name: 'task with a comment that is being written',
      async open(page) {
        await page.goto(`/app/tasks?task=${taskId}`)
        const drawer = page.getByRole('dialog', { name: 'Task' })
        await drawer.getByRole('article').waitFor()
        await drawer.getByRole('button', { name: 'Write a comment' }).click()
        await drawer.getByRole('textbox', { name: 'Comment' }).waitFor()
      },
    },
    {
      name: 'new task',
      async open(page) {
        await page.goto('/app/tasks?task=new')
        await page
          .getByRole('dialog', { name: 'New task' })
          .getByRole('button', { name: 'Create task' })
          .waitFor()
      },
    },
    {
      name: 'board of tasks, with the menu of a card',
      async open(page) {
        await page.goto(board)
        await page.getByRole('button', { name: title, exact: true }).focus()
        await page.keyboard.press('m')
        await page.getByRole('menuitem', { name: 'Completed' }).waitFor()
      },
    },
    ...(['month', 'week'] as const).map((span) => ({
      name: `calendar of a ${span}`,
      async open(page: Page) {
        await page.goto(`/app/tasks?mine=false&mode=calendar&span=${span}`)
        await page.getByRole('button', { name: title }).first().waitFor()
      },
    })),
    {
      name: 'load',
      async open(page) {
        await page.goto('/app/tasks?mode=load')
        await page.getByRole('table').waitFor()
      },
    },
  ]
}
