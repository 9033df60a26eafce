import { pipelineStatuses, pipelineTypes } from '@steward/contracts/plain/built-in-value'
import { choiceType } from './choice.type.ts'
import type { ServerType } from './data-type.port.ts'

/** Other words for the statuses in exports, in the languages of their headers, without spaces and signs. */
const words: Readonly<Record<number, string>> = {
  1: `inprogress ongoing offen offene offenes abierta abierto encurso aberta aberto emandamento ouverte ouvert encours aperta
    aperto incorso lopend öppen pågående åben otwarta`,
  2: 'won gewonnen ganada ganado ganha ganho gagnée gagné vinta vinto vunnen vundet wygrana',
  3: 'lost verloren perdida perdido perdue perdu persa perso förlorad tabt przegrana',
  4: 'resolved mitigado mitigada mitigé mitigato gemindert',
  5: 'realized materialized materializado eingetreten',
}

const statusByWord = Object.fromEntries(
  Object.entries(words).flatMap(([id, list]) => list.split(/\s+/).map((word) => [word, Number(id)] as const)),
)

export const statusTypes = {
  pipelineStatus: choiceType(pipelineStatuses, statusByWord),
  parentEntity: choiceType(pipelineTypes),
} satisfies Record<string, ServerType>
