import * as accounts from './accounts.ts';
import * as accountSessions from './accountSessions.ts';
import * as accountTasks from './accountTasks.ts';
import * as administration from './administration.ts';
import * as anonymization from './anonymization.ts';
import * as batches from './batches.ts';
import * as chat from './chat.ts';
import * as chatAttachments from './chatAttachments.ts';
import * as chatMessages from './chatMessages.ts';
import * as chatPrompts from './chatPrompts.ts';
import type { EndpointSpec } from './endpoint.ts';
import * as detectors from './detectors.ts';
import * as documents from './documents.ts';
import * as documentView from './documentView.ts';
import * as exchanges from './exchanges.ts';
import * as jobExports from './exports.ts';
import * as gateway from './gateway/index.ts';
import * as gatewayModels from './gatewayModels.ts';
import * as gatewayProviders from './gatewayProviders.ts';
import * as gatewayUsage from './gatewayUsage.ts';
import * as jobs from './jobs.ts';
import * as passwordResets from './passwordResets.ts';
import * as secondFactor from './secondFactor.ts';
import * as sessions from './sessions.ts';
import * as system from './system.ts';
import * as workspaceComments from './workspace/comments.ts';
import * as workspaceFiles from './workspace/files.ts';
import * as workspaceFinding from './workspace/finding.ts';
import * as workspaceFs from './workspace/fs.ts';
import * as workspaceNodes from './workspace/nodes.ts';
import * as workspaceSharing from './workspace/sharing.ts';
import * as workspaceVersions from './workspace/versions.ts';

export * from './accounts.ts';
export * from './accountSessions.ts';
export * from './accountTasks.ts';
export * from './administration.ts';
export * from './anonymization.ts';
export * from './batches.ts';
export * from './categories.ts';
export * from './chat.ts';
export * from './chatAttachments.ts';
export * from './chatMessages.ts';
export * from './chatPrompts.ts';
export * from './common.ts';
export * from './detectors.ts';
export * from './documentFormats.ts';
export * from './documents.ts';
export * from './documentView.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './exchanges.ts';
export * from './exports.ts';
export * from './gateway/index.ts';
export * from './gatewayErrors.ts';
export * from './gatewayModels.ts';
export * from './gatewayProviders.ts';
export * from './gatewayUsage.ts';
export * from './jobs.ts';
export * from './limits.ts';
export { errorCodes, openApiDocument } from './openapi/document.ts';
export * from './passwordResets.ts';
export * from './secondFactor.ts';
export * from './sessions.ts';
export * from './system.ts';
export * from './workspace/index.ts';

/** Every endpoint of the product, in the order of the OpenAPI document. */
export const ENDPOINTS: readonly EndpointSpec[] = Object.freeze(
  [
    anonymization,
    jobs,
    jobExports,
    documents,
    documentView,
    batches,
    sessions,
    accounts,
    accountSessions,
    secondFactor,
    accountTasks,
    administration,
    passwordResets,
    detectors,
    gateway,
    exchanges,
    gatewayProviders,
    gatewayModels,
    gatewayUsage,
    chat,
    chatMessages,
    chatAttachments,
    chatPrompts,
    system,
    workspaceNodes,
    workspaceFiles,
    workspaceFs,
    workspaceVersions,
    workspaceComments,
    workspaceSharing,
    workspaceFinding,
  ].flatMap((feature) => Object.values<unknown>(feature).filter(isEndpoint)),
);

function isEndpoint(value: unknown): value is EndpointSpec {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}
