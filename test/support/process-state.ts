import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { mock } from 'node:test';
import * as linkedom from 'linkedom';

/** Objects whose properties a test may replace: globals, and modules shared by test files of a process. */
const SHARED: object[] = [globalThis, performance, timers, timersPromises, linkedom];

const isObject = (value: unknown): value is object =>
	(typeof value === 'object' && value !== null) || typeof value === 'function';

/** The shared objects, with the objects they hold and the prototypes of classes among those. */
function sharedObjects(): Set<object> {
	const objects = new Set(SHARED);
	for (const shared of SHARED) {
		// A getter may load a part of Node, so none is called.
		for (const { value } of Object.values(Object.getOwnPropertyDescriptors(shared))) {
			if (!isObject(value)) continue;
			objects.add(value);
			const prototype = Object.getOwnPropertyDescriptor(value, 'prototype')?.value;
			if (isObject(prototype)) objects.add(prototype);
		}
	}
	return objects;
}

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor | undefined): boolean =>
	other !== undefined &&
	Object.is(one.value, other.value) &&
	one.get === other.get &&
	one.set === other.set &&
	one.writable === other.writable &&
	one.enumerable === other.enumerable &&
	one.configurable === other.configurable;

/** Gives an object the properties that it had; throws when one cannot be changed. */
function restoreProperties(object: object, before: Record<PropertyKey, PropertyDescriptor>): void {
	for (const key of Reflect.ownKeys(object)) {
		if (!Object.hasOwn(before, key) && !Reflect.deleteProperty(object, key))
			throw new Error(`${String(key)} cannot be deleted`);
	}
	for (const key of Reflect.ownKeys(before)) {
		const descriptor = before[key]!;
		if (!isSame(descriptor, Object.getOwnPropertyDescriptor(object, key)))
			Object.defineProperty(object, key, descriptor);
	}
}

const listenersOfProcess = () =>
	process.eventNames().map((name) => [name, process.rawListeners(name as 'exit')] as const);

/**
 * Records what a test file can change of its process beyond its own modules: globals and their properties, the
 * environment, mocks, listeners of the process and the exit code. Answers with a function that puts it back, and throws
 * when that is not possible.
 */
export function recordProcess(): () => void {
	const objects = [...sharedObjects()].map((object) => [object, Object.getOwnPropertyDescriptors(object)] as const);
	const environment = { ...process.env };
	const folder = process.cwd();
	const listeners = new Map(listenersOfProcess());

	return () => {
		mock.reset();
		mock.timers.reset();
		for (const [object, before] of objects) restoreProperties(object, before);
		for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
		Object.assign(process.env, environment);
		process.chdir(folder);
		for (const [name, now] of listenersOfProcess())
			for (const listener of now)
				if (!listeners.get(name)?.includes(listener)) process.removeListener(name, listener as () => void);
		process.exitCode = undefined;
	};
}
