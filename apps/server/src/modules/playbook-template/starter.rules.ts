import type { PlaybookStarter } from '@steward/contracts/playbook/template'
import { riskStarters } from './starter-risk.rules.ts'
import { after, beforeDate, step, type Starter } from './starter-step.rules.ts'

const journeyStarters: readonly Starter[] = [
  {
    starter: 'onboarding',
    name: 'Onboarding',
    level: 'account',
    durationDays: 60,
    description: 'From the signature to the first measurable value, in about 60 days.',
    steps: [
      {
        key: 'handover',
        title: 'Take over {{record.name}} from sales',
        priority: 'HIGH',
        offset: { days: 1 },
        estimateMinutes: 30,
        description:
          'Ask sales why they bought, which outcome they expect by when, what was promised, and who could block it.',
        checklist: [
          'Goals and promises written down',
          'Decision maker and main user named',
          'Contract dates checked',
        ],
      },
      {
        key: 'kickoff',
        title: 'Hold the kick-off with {{record.name}}',
        priority: 'HIGH',
        offset: after('handover', 4),
        estimateMinutes: 90,
        description:
          'Agree on one outcome, how it is measured, and the date of the go-live. Send the summary the same day.',
        checklist: ['Agenda sent', 'Success criteria agreed', 'Go-live date agreed', 'Summary sent'],
      },
      {
        key: 'setup',
        title: 'Confirm that the set-up is complete',
        offset: after('kickoff', 8),
        estimateMinutes: 45,
        checklist: ['Users invited', 'Data imported', 'Integrations connected'],
      },
      {
        key: 'training',
        title: 'Train the main users of {{record.name}}',
        offset: after('setup', 3),
        estimateMinutes: 90,
        description: 'Train on their own data and their own first task, not on a demo.',
      },
      {
        key: 'first-value',
        title: 'Check that the first outcome was reached',
        priority: 'HIGH',
        offset: after('training', 10),
        estimateMinutes: 30,
        description:
          'Compare with the success criteria of the kick-off. If it was not reached, agree on what is missing.',
      },
      {
        key: 'close',
        title: 'Close the onboarding of {{record.name}} with a review',
        offset: { from: 'end', days: -2 },
        estimateMinutes: 60,
        checklist: ['Results shown', 'Next goal agreed', 'Regular meeting scheduled'],
      },
    ],
  },
  {
    starter: 'quarterly-review',
    name: 'Quarterly review',
    level: 'account',
    durationDays: 30,
    description: 'A review with the decision makers that ends in a decision, prepared in three weeks.',
    steps: [
      {
        key: 'invite',
        title: 'Invite the decision makers of {{record.name}}',
        offset: { days: 1 },
        estimateMinutes: 20,
        description: 'Name the decision that you want from the meeting in the invitation.',
      },
      {
        key: 'data',
        title: 'Collect results, use and open issues',
        offset: { days: 6 },
        estimateMinutes: 60,
        checklist: ['Goals of the last review', 'Use and adoption', 'Open tickets and promises', 'Risks'],
      },
      {
        key: 'draft',
        title: 'Draft the review and go through it with your contact',
        offset: after('data', 4),
        estimateMinutes: 90,
        description: 'No surprises in the meeting: your contact should agree with the figures first.',
      },
      {
        key: 'meeting',
        title: 'Hold the quarterly review with {{record.name}}',
        priority: 'HIGH',
        offset: after('draft', 5),
        estimateMinutes: 60,
      },
      {
        key: 'follow-up',
        title: 'Send decisions and next steps',
        priority: 'HIGH',
        offset: after('meeting', 1),
        estimateMinutes: 30,
        checklist: ['Summary sent', 'Goals updated', 'Pulse updated'],
      },
    ],
  },
  {
    starter: 'renewal',
    name: 'Renewal in 120 days',
    level: 'account',
    dateField: true,
    description: 'Counts back from the renewal date, so that nothing about the renewal is a surprise.',
    steps: [
      {
        key: 'assess',
        title: 'Assess the renewal of {{record.name}}',
        offset: beforeDate(120),
        estimateMinutes: 45,
        description:
          'Who decides, what did they get, what speaks against it? Log a risk for everything without an answer.',
        checklist: ['Decision maker confirmed', 'Value shown since the last renewal', 'Risks logged'],
      },
      {
        key: 'value',
        title: 'Show the value to the decision maker',
        priority: 'HIGH',
        offset: beforeDate(100),
        estimateMinutes: 60,
      },
      {
        key: 'offer',
        title: 'Send the offer to {{record.name}}',
        priority: 'HIGH',
        offset: beforeDate(75),
        estimateMinutes: 45,
      },
      {
        key: 'verbal',
        title: 'Get the verbal agreement',
        priority: 'HIGH',
        offset: beforeDate(45),
        estimateMinutes: 30,
        description: 'Without a yes by now, involve your lead and the sponsor.',
      },
      {
        key: 'signature',
        title: 'Get the signature',
        priority: 'URGENT',
        offset: beforeDate(20),
        estimateMinutes: 30,
      },
      {
        key: 'thanks',
        title: 'Say thank you, and plan the next term',
        offset: beforeDate(-5),
        estimateMinutes: 30,
      },
    ],
  },
]

/** Playbooks to begin with. Those that count from a date field leave it open which one it is. */
export const starters: PlaybookStarter[] = [...journeyStarters, ...riskStarters].map(
  ({ durationDays = null, dateField = false, steps, ...starter }) => ({
    ...starter,
    durationDays,
    dateField,
    steps: steps.map(step),
  }),
)
