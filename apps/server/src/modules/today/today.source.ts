import type { Db } from '../../platform/db/database.ts'
import type { Signal } from './card.rules.ts'
import { mailShare, quietShare, riskShare, scoreShare, taskShare } from './share.rules.ts'
import {
  readBookSignals,
  readDueTasks,
  readUnplannedRisks,
  readWaitingMails,
  type BookSignals,
  type DueTask,
  type Reading,
  type Whose,
} from './signal.read-model.ts'

/** Finds what of one kind deserves a user's attention. Other modules register theirs. */
export type FindSignals = (db: Db, reading: Reading) => Promise<Signal[]>

const dayLength = 86_400_000
/** For how many days scores are compared. */
export const scoreWindow = 14
/** By how many hundredths a score must have fallen. */
const leastDrop = 50

const daysOf = (from: Date, to: Date): number => Math.max(0, (to.getTime() - from.getTime()) / dayLength)

/** `1 day`, `3 days`. */
const inDays = (days: number): string => {
  const whole = Math.max(1, Math.round(days))
  return `${whole} ${whole === 1 ? 'day' : 'days'}`
}

function dueText(late: number): string {
  if (late > 0) return `was due ${inDays(late)} ago`
  if (late === 0) return 'is due today'
  return late === -1 ? 'is due tomorrow' : `is due in ${inDays(-late)}`
}

function riskText(name: string, days: number): string {
  if (days < 1) return `The new risk “${name}” has no task yet`
  return `The risk “${name}” has been open for ${inDays(days)} without a task`
}

const findTasks: FindSignals = async (db, reading) =>
  (await reading.dueTasks(db)).map(({ taskId, title, late, priority, recordId, dueOn, activityTypeId }) => ({
    source: 'task',
    subject: { kind: 'task', id: taskId, level: null, recordId },
    text: `“${title}” ${dueText(late)}`,
    share: taskShare(late, priority),
    state: `${dueOn} ${priority}`,
    nextStep: 'completeTask',
    activityTypeId,
  }))

const findScores: FindSignals = async (db, reading) =>
  (await reading.bookSignals(db)).fallen.map(({ recordId, level, before, now }) => ({
    source: 'score',
    subject: { kind: 'record', id: recordId, level, recordId },
    text: `Health score down ${((before - now) / 100).toFixed(1)} to ${(now / 100).toFixed(1)} in ${scoreWindow} days`,
    share: scoreShare((before - now) / 100),
    state: String(now),
    nextStep: 'openHealth',
  }))

const findMails: FindSignals = async (db, reading) => {
  const before = new Date(reading.now.getTime() - dayLength)
  const waiting = await readWaitingMails(db, reading, before)
  return waiting.map(({ threadId, subject, lastAt, recordId }) => ({
    source: 'mail',
    subject: { kind: 'thread', id: threadId, level: null, recordId },
    text: `“${subject || 'No subject'}” has waited ${inDays(daysOf(lastAt, reading.now))} for an answer`,
    share: mailShare(daysOf(lastAt, reading.now)),
    state: lastAt.toISOString(),
    nextStep: 'answerMail',
  }))
}

const findRisks: FindSignals = async (db, reading) =>
  (await readUnplannedRisks(db, reading)).map(({ recordId, name, createdAt }) => ({
    source: 'risk',
    subject: { kind: 'record', id: recordId, level: 4, recordId },
    text: riskText(name, daysOf(createdAt, reading.now)),
    share: riskShare(daysOf(createdAt, reading.now)),
    state: 'open',
    nextStep: 'planRisk',
  }))

const findQuiet: FindSignals = async (db, reading) =>
  (await reading.bookSignals(db)).quiet.map(({ recordId, days, usual, lastAt }) => ({
    source: 'quiet',
    subject: { kind: 'record', id: recordId, level: 2, recordId },
    text: `No contact for ${inDays(days)}; usually every ${inDays(usual)}`,
    share: quietShare(days / usual),
    state: new Date(lastAt).toISOString(),
    nextStep: 'contact',
  }))

/** A day whose tasks and book are read once, for all sources. */
export function readingFor(whose: Whose): Reading {
  const since = new Date(whose.now.getTime() - scoreWindow * dayLength)
  let due: Promise<DueTask[]> | undefined
  let signals: Promise<BookSignals> | undefined
  return {
    ...whose,
    dueTasks: (db) => (due ??= readDueTasks(db, whose)),
    bookSignals: (db) => (signals ??= readBookSignals(db, whose, { since, drop: leastDrop })),
  }
}

/** The sources that Today has of itself. The one that takes longest comes first, before the others' signals are held. */
export const ownSources: readonly FindSignals[] = [findQuiet, findTasks, findScores, findMails, findRisks]
