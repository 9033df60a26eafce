import { beforeAll, test } from 'vitest'
import { openJourneys } from '../journey.ts'
import { mouse } from './mouse.ts'
import { buildFromNothing, makeStarterFields, recipes } from './starter-recipes.ts'

openJourneys()

beforeAll(makeStarterFields)

test.each(recipes)('“$name” is built by mouse from an empty canvas', (recipe) =>
  buildFromNothing(mouse, recipe),
)
