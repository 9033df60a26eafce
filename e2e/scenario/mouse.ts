import { page } from '../journey.ts'
import { addAfter, begin, choose, find, save } from './build.ts'
import type { Asked, Hands } from './hands.ts'

const panel = () => page.getByRole('complementary')
const editor = () => page.getByRole('dialog', { name: 'Condition' })

async function ask({ field, operator, value }: Asked): Promise<void> {
  await page.getByRole('combobox', { name: 'Field' }).fill(field)
  await page.getByRole('option', { name: field }).first().click()
  await editor().getByRole('combobox', { name: 'Operator' }).selectOption(operator)
  if (value !== undefined) await editor().getByRole('textbox').fill(value)
  await editor().getByRole('button', { name: 'Done' }).click()
  await editor().waitFor({ state: 'detached' })
}

export const mouse: Hands = {
  begin: (name) => begin(name),
  async trigger(label) {
    await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
    await page.getByRole('complementary', { name: label }).waitFor()
  },
  async add(after, label) {
    await addAfter(after, label)
  },
  choose: (field, option) => choose(panel(), field, option),
  find: (field, text) => find(panel(), field, text),
  fill: (field, text) => panel().getByRole('textbox', { name: field, exact: true }).fill(text),
  async group(kind, condition) {
    await panel().getByRole('button', { name: 'Add group' }).first().click()
    const group = panel().getByRole('group', { name: 'Group: any of' })
    await group.getByRole('button', { name: 'Add condition' }).click()
    await ask(condition)
    await choose(group, 'The group matches', kind)
    await group.waitFor({ state: 'detached' })
  },
  async condition(condition) {
    await panel().getByRole('button', { name: 'Add condition' }).last().click()
    await ask(condition)
  },
  save,
}
