import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import { createSnippetReader } from './snippet.service.ts'
import { addSnippetRoutes } from './snippet.routes.ts'

/** The script that shows surveys on the pages of a company. */
export const surveySnippetModule = defineModule({
  needs: {},
  create(): { module: Module; service: object } {
    return { module: { addRoutes: (api) => addSnippetRoutes(api, createSnippetReader()) }, service: {} }
  },
})
