import * as v from 'valibot'
import { endpoint } from '#worker/api/endpoint.ts'
import {
  OnboardingCompleted,
  OnboardingListQuery,
  OnboardingStatus,
  PopularGame,
  PopularStreamer,
} from './contract.ts'
import { completeOnboarding, getOnboardingStatus, skipOnboarding } from './onboarding.ts'
import { listPopularGames, listPopularStreamers } from './suggestions.ts'

const path = '/onboarding/content-onboarding'

export const onboardingEndpoints = [
  endpoint({
    method: 'get',
    path: `${path}/status`,
    summary: 'Whether the signed-in member has yet to finish or skip the onboarding',
    access: 'member',
    answer: OnboardingStatus,
    run: (ctx) => getOnboardingStatus(ctx),
  }),
  endpoint({
    method: 'get',
    path: `${path}/streamers`,
    summary: 'Popular streamers to follow, in the member’s language first',
    access: 'member',
    query: OnboardingListQuery,
    answer: v.array(PopularStreamer),
    run: (ctx, { query }) => listPopularStreamers(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: `${path}/games`,
    summary: 'Popular games to follow, those with events in the member’s language first',
    access: 'member',
    query: OnboardingListQuery,
    answer: v.array(PopularGame),
    run: (ctx, { query }) => listPopularGames(ctx, query),
  }),
  endpoint({
    method: 'post',
    path: `${path}/skip`,
    summary: 'Skip the onboarding for good',
    access: 'member',
    answer: OnboardingStatus,
    run: (ctx) => skipOnboarding(ctx),
  }),
  endpoint({
    method: 'post',
    path: `${path}/complete`,
    summary: 'Finish the onboarding; earns its points once',
    access: 'member',
    answer: OnboardingCompleted,
    run: (ctx) => completeOnboarding(ctx),
  }),
]
