import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { requestOf } from '../../../src/safe/foreign-image.ts';

const it = suite('foreign image');

it('should send no referrer to hosts of WeChat alone', () => {
	const hosts = ['mmbiz.qpic.cn', 'qpic.cn', 'notqpic.cn', 'mmbiz.qpic.cn.example.com'];
	const policies = hosts.map((host) => requestOf(`https://${host}/a`).referrerpolicy);
	assert.equal(policies, ['no-referrer', 'no-referrer', undefined, undefined]);
});

it.run();
