import { beforeAll, test } from 'vitest'
import { openJourneys } from '../journey.ts'
import { keyboard } from './keyboard.ts'
import { buildFromNothing, makeStarterFields, recipes } from './starter-recipes.ts'

openJourneys()

beforeAll(makeStarterFields)

test.each(recipes)('“$name” is built with the keyboard alone from an empty canvas', (recipe) =>
  buildFromNothing(keyboard, recipe),
)
