import type { Locator } from 'playwright-core'
import { page } from '../journey.ts'

/** The panel beside the graph. */
export const panel = (title: string): Locator => page.getByRole('complementary', { name: title })

/** Chooses an option of a list in a panel. */
export async function choose(within: Locator, field: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Finds a choice by typing. */
export async function find(within: Locator, field: string, text: string): Promise<void> {
  await within.getByRole('combobox', { name: field, exact: true }).fill(text)
  await page.getByRole('option', { name: text, exact: true }).click()
}

/** Waits until the server has found nothing wrong with the last change. */
export const faultless = (): Promise<void> => page.getByText('No problems').waitFor()

/** Opens a new scenario with a name, and shows it on the canvas or in the outline. */
export async function begin(name: string, level?: string): Promise<void> {
  await page.goto('/app/scenarios/new')
  const settings = panel('Settings')
  await settings.getByRole('textbox', { name: 'Name' }).fill(name)
  if (level !== undefined) await choose(settings, 'Records', level)
}

/** Adds a node by the button on a way out. */
export async function addAfter(after: string, label: string): Promise<Locator> {
  await page
    .getByRole('button', { name: `Add after ${after}`, exact: true })
    .last()
    .click()
  await page.getByRole('combobox', { name: 'Find a node' }).fill(label)
  await page
    .getByRole('option', { name: new RegExp(`^${label}`) })
    .first()
    .click()
  await panel(label).waitFor()
  return panel(label)
}

/** Saves, and waits for the page of the scenario that is saved. */
export async function save(): Promise<void> {
  await faultless()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/scenarios\/\d+$/)
  await page.getByText('Draft', { exact: true }).waitFor()
}
