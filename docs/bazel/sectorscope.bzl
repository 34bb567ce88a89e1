# Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports of CUDA sources as outputs of the build: an action for each source, and one report of all of them.

    load("//:sectorscope.bzl", "sectorscope_report")
    sectorscope_report(name = "accesses", deps = [":app"])

`bazel build :accesses` makes accesses.json of every .cu file that `:app` is built from, dependencies included. Without such
a target: `bazel build :app --aspects=//:sectorscope.bzl%sectorscope_aspect --output_groups=sectorscope`.
"""

# Bazel 9 and newer: load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

# The program on the machines that run actions; with remote execution, in their image.
SECTORSCOPE = "/usr/local/bin/sectorscope"

SectorscopeInfo = provider(
    doc = "Reports of a target and of what it depends on.",
    fields = {"reports": "depset of JSON reports, one for each .cu file"},
)

def _clang_options(target, ctx):
    """Includes and definitions of the target, as clang takes them; what else nvcc is given has no bearing."""
    context = target[CcInfo].compilation_context
    copts = [
        ctx.expand_make_variables("copts", option, {})
        for option in getattr(ctx.rule.attr, "copts", [])
        if option[:2] in ["-D", "-U", "-I"] or option.startswith("-std=")
    ]
    return (
        copts +
        ["-D" + name for name in context.defines.to_list()] +
        ["-D" + name for name in getattr(context, "local_defines", depset()).to_list()] +
        ["-I" + folder for folder in context.includes.to_list()] +
        ["-iquote" + folder for folder in context.quote_includes.to_list()] +
        ["-isystem" + folder for folder in context.system_includes.to_list()]
    )

def _report_of(target, ctx, source):
    """The report of one source, and the action that makes it."""
    name = source.short_path.replace("../", "external/")
    report = ctx.actions.declare_file("%s.sectorscope/%s.json" % (target.label.name, name))
    arguments = ctx.actions.args()
    arguments.add_all(["audit", source, "--format=json", "--root=.", "-o", report, "--"])
    arguments.add_all(_clang_options(target, ctx))
    ctx.actions.run(
        executable = SECTORSCOPE,
        arguments = [arguments],
        # Before an action runs, Bazel wants to know what it may read: every header of the target, and the settings.
        inputs = depset(
            [source] + ctx.files._settings,
            transitive = [target[CcInfo].compilation_context.headers],
        ),
        outputs = [report],
        mnemonic = "SectorscopeAudit",
        progress_message = "Auditing %s" % source.short_path,
    )
    return report

def _aspect_impl(target, ctx):
    reports = []
    if CcInfo in target and hasattr(ctx.rule.files, "srcs"):
        reports = [_report_of(target, ctx, source) for source in ctx.rule.files.srcs if source.extension == "cu"]
    below = [
        dep[SectorscopeInfo].reports
        for name in ["deps", "implementation_deps"]
        for dep in getattr(ctx.rule.attr, name, [])
        if SectorscopeInfo in dep
    ]
    all = depset(reports, transitive = below)
    return [SectorscopeInfo(reports = all), OutputGroupInfo(sectorscope = all)]

sectorscope_aspect = aspect(
    doc = "Audits each .cu file of cc_library, cuda_library and whatever else gives CcInfo.",
    implementation = _aspect_impl,
    attr_aspects = ["deps", "implementation_deps"],
    attrs = {
        # Options of the audit, gates among them.
        "_settings": attr.label(default = "//:sectorscope_settings", allow_files = True),
    },
)

def _report_impl(ctx):
    reports = depset(transitive = [dep[SectorscopeInfo].reports for dep in ctx.attr.deps])
    merged = ctx.actions.declare_file(ctx.label.name + ".json")
    inputs = ctx.actions.args()
    inputs.add_all(reports)
    inputs.use_param_file("@%s", use_always = True)
    inputs.set_param_file_format("multiline")
    output = ctx.actions.args()
    output.add("-o", merged)
    ctx.actions.run(
        executable = SECTORSCOPE,
        arguments = ["merge", inputs, output],
        inputs = reports,
        outputs = [merged],
        mnemonic = "SectorscopeMerge",
        progress_message = "Merging reports for %s" % ctx.label,
    )
    return [DefaultInfo(files = depset([merged]))]

sectorscope_report = rule(
    doc = "One JSON report of every .cu file that `deps` are built from.",
    implementation = _report_impl,
    attrs = {"deps": attr.label_list(aspects = [sectorscope_aspect], mandatory = True)},
)
