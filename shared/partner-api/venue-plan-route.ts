/**
 * Beside the specification: the plan of an event's venue (docs/integrating/venue-plan.md), from a booking service that
 * has one. No partner owes it: any other reply means that there is none.
 */
export const VENUE_PLAN_ROUTE = { method: 'GET', path: '/api/v1/venue-plans/{event_id}' } as const
