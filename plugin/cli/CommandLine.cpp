// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/CommandLine.h"

#include "adapter/NearestName.h"
#include "adapter/ParseNumber.h"
#include "adapter/Profiles.h"
#include "adapter/Project.h"
#include "cli/HelpTexts.h"
#include "cli/OptionLists.h"
#include "cli/Tries.h"
#include "model/ListedLaunches.h"
#include "report/Json.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace sectorscope {

namespace {

/// The options as typed; checked and turned into an AuditCommand afterwards.
struct RawOptions {
  std::vector<std::string> inputs, arguments, kernelLaunches, failOn, tries;
  std::string arch, profile, block, grid, kernel, launches, format, output, toolkit = "auto", baseline, rulePages,
                                                                            campingLoss, dependencyFile, root;
  std::vector<std::string> budgets;
  ProjectOptions project;
  std::optional<unsigned> jobs;
  std::optional<std::size_t> traffic;
  std::optional<std::size_t> launchesPerKernel;
  bool statistics = false, link = false, records = false, noHostLaunches = false, updateBaseline = false,
       writesDependencies = false;
};

void declareOptions(CLI::App &audit, RawOptions &raw) {
  audit.add_option("FILE", raw.inputs, ".cu, .ll or .bc files, JSON reports, or folders (every .cu below)");
  audit.add_option("--arch", raw.arch, "architecture to compile for and to take the profile of: sm_90")
      ->type_name("ARCH");
  audit
      .add_option("--profile", raw.profile,
                  "part to predict for, whatever is compiled for: sm_80, h200, or a profile file")
      ->type_name("PART");
  audit
      .add_option("--block", raw.block,
                  "block shape of every kernel: 256 or 32,8 or 8,8,4; any: what holds for every\n"
                  "one-dimensional block of whole warps")
      ->type_name("X[,Y[,Z]]|any");
  audit.add_option("--grid", raw.grid, "grid shape of every kernel")->type_name("X[,Y[,Z]]");
  audit
      .add_option("--launches", raw.launches,
                  "list of launches with block, grid and arguments, written down or observed in a run")
      ->type_name("FILE");
  audit
      .add_option("--launches-per-kernel", raw.launchesPerKernel,
                  "results for one kernel, at most, where a run made launches with different arguments")
      ->type_name("N")
      ->default_str(std::to_string(usualLaunchesPerKernel));
  audit
      .add_option("--assume,--arg", raw.arguments,
                  "value of a scalar kernel parameter (n=1024), or what it is a multiple of (ld%8=0); may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  audit
      .add_option("--launch", raw.kernelLaunches,
                  "launch of one kernel, such as 'saxpy<<<128, 256>>>(n=32768)'; ? for a grid or block that is not\n"
                  "known; may be repeated")
      ->type_name("LAUNCH")
      ->allow_extra_args(false);
  audit
      .add_option("--try", raw.tries,
                  "instead of a report: a table of every access under each of these block shapes (block=32x8,16x16),\n"
                  "grids or values of a scalar parameter (ld=1024,1025); given twice: under each combination")
      ->type_name("NAME=VALUE,...")
      ->allow_extra_args(false);
  audit.add_flag("--no-host-launches", raw.noHostLaunches,
                 "leave launches that host code writes down out: what holds for the assumed or given block");
  audit.add_flag("--link", raw.link, "link all inputs, .ll or .bc, before the analysis (relocatable device code)");
  audit.add_option("--kernel", raw.kernel, "only kernels whose name matches")->type_name("REGEX");
  audit
      .add_option("--format", raw.format,
                  "text (for people), json (for tools), sarif (for code scanning), gcc, rdjsonl or\nremarks (findings "
                  "for other tools), "
                  "check (for FileCheck)")
      ->type_name("FORMAT");
  audit.add_flag(
      "--records", raw.records,
      "in text: for each struct of which kernels use arrays, who reads and writes which fields together, and\n"
      "what splitting it does to each (json always has it)");
  audit
      .add_option("--traffic-effort", raw.traffic,
                  "requests of a launch to go through, at most, for the sectors that it touches in all; 0: none")
      ->type_name("N")
      ->default_str(std::to_string(AuditOptions{}.traffic));
  audit
      .add_option("--camping-loss", raw.campingLoss,
                  "percent of the bandwidth from which on what power-of-two-stride predicts is a warning")
      ->type_name("PERCENT")
      ->default_str("10");
  audit.add_flag(
      "--statistics", raw.statistics,
      "instead of a report: how many accesses are how sure, and the leading\nreasons for those that are not");
  audit.add_option("-o,--output", raw.output, "write the report to this file, whole or not at all")->type_name("FILE");
  audit.add_option("--fail-on", raw.failOn, "exit with 1 on findings of RULE (or all); severity note or warning")
      ->type_name("RULE[:SEVERITY]")
      ->allow_extra_args(false);
  audit
      .add_option("--baseline", raw.baseline,
                  "findings that are known already: only others fail, at the gates of --fail-on, or, without\none, all "
                  "warnings")
      ->type_name("FILE");
  audit.add_flag("--update-baseline", raw.updateBaseline, "write the findings of today to the file of --baseline");
  audit.add_option("--rule-pages", raw.rulePages, "for sarif: the address below which the pages of the rules lie")
      ->type_name("URI");
  audit
      .add_option("--max-excess", raw.budgets,
                  "exit with 1 if a kernel moves more than so many times the fewest sectors that would do; also\n"
                  "project=1.5 for all together, saxpy=1 for one kernel")
      ->type_name("[WHAT=]RATIO")
      ->allow_extra_args(false);
  audit
      .add_option("-p,--project", raw.project.database, "audit what this compile_commands.json builds (or its folder)")
      ->type_name("BUILD");
  audit.add_option("-j,--jobs", raw.jobs, "for -p: so many files at once; else one for each processor")->type_name("N");
  audit.add_option("--cache", raw.project.cache, "for -p: folder of results, or none; else beside the database")
      ->type_name("DIR|none");
  audit.add_option("--file-filter", raw.project.fileFilter, "for -p: only files whose name matches")
      ->type_name("REGEX");
  audit
      .add_option("--header-filter", raw.project.headerFilter,
                  "for -p: findings in headers only where the name of the header matches")
      ->type_name("REGEX");
  audit.add_flag("--write-dependencies", raw.writesDependencies,
                 "or -MD: write what was read, for make and ninja, to the file of -o with .d behind it");
  audit.add_option("--dependency-file", raw.dependencyFile, "or -MF: to this file instead")->type_name("FILE");
  audit
      .add_option("--root", raw.root, "folder that names in the report are relative to; else that of .git or settings")
      ->type_name("DIR");
  audit.add_option("--toolkit", raw.toolkit, "CUDA headers: auto, own (those of this tool), or the path of a toolkit")
      ->type_name("auto|own|PATH");
}

/// CLI11 writes "Usage: audit [OPTIONS] [FILE...]"; ours names what stands behind -- as well.
std::string withoutUsage(std::string help) {
  const std::size_t usage = help.find("Usage:");
  if (usage != std::string::npos)
    help.erase(usage, help.find('\n', usage) - usage);
  return help;
}

/// Every spelling of the options of `app`, for suggestions.
std::vector<std::string> optionNames(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options()) {
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
    for (const std::string &name : option->get_snames())
      names.push_back("-" + name);
  }
  return names;
}

void requireRegex(const std::string &option, const std::string &pattern) {
  try {
    (void)std::regex(pattern);
  } catch (const std::regex_error &) {
    throw UsageError(fmt::format("{}: '{}' is no regular expression; write \\( for a parenthesis", option, pattern));
  }
}

/// Of `-p`, and of what goes with it only.
void checkProject(const RawOptions &raw, AuditCommand &command) {
  requireRegex("--file-filter", raw.project.fileFilter);
  requireRegex("--header-filter", raw.project.headerFilter);
  if (raw.jobs == 0U)
    throw UsageError("--jobs: 0 processes do nothing; give 1 or more");
  command.project.jobs = raw.jobs.value_or(0);
  if (raw.project.database.empty()) {
    const char *lone = raw.jobs                            ? "--jobs"
                       : !raw.project.cache.empty()        ? "--cache"
                       : !raw.project.fileFilter.empty()   ? "--file-filter"
                       : !raw.project.headerFilter.empty() ? "--header-filter"
                                                           : nullptr;
    if (lone)
      throw UsageError(fmt::format("{}: speaks of a whole project; name its compile_commands.json with -p", lone));
    return;
  }
  if (!raw.inputs.empty())
    throw UsageError("-p: takes the files of the database; choose among them with --file-filter, or leave out -p");
  if (!command.tries.empty() || command.link)
    throw UsageError("-p: audits file by file; leave out --try and --link");
  if (!command.dependencyFile.empty())
    throw UsageError("-p: its cache knows what was read; leave out -MD and -MF");
  switch (command.format) {
  case ReportFormat::Check:
  case ReportFormat::Remarks:
  case ReportFormat::Statistics:
    throw UsageError("-p: prints text, json, sarif, gcc or rdjsonl; audit the JSON report for other forms");
  default:
    break;
  }
}

AuditCommand checked(const RawOptions &raw) {
  AuditCommand command;
  command.inputs = raw.inputs;
  command.project = raw.project;
  if (command.inputs.empty() && command.project.database.empty())
    throw UsageError("no input: name .cu, .ll or .bc files, a JSON report, or a folder; see sectorscope audit --help");
  if (!raw.arch.empty()) {
    targetFor(raw.arch); // throws on names that are no architecture
    command.arch = raw.arch;
  }
  if (!raw.profile.empty())
    command.profile = profileNamed(raw.profile, "--profile");
  for (const std::string &file : {raw.launches, isProfilePath(raw.profile) ? raw.profile : std::string()})
    if (!file.empty())
      command.files.push_back(file);
  command.anyBlock = raw.block == anyBlockWord;
  if (!raw.block.empty() && !command.anyBlock)
    command.block = parseDim3(raw.block, "--block", largestBlock);
  if (!raw.grid.empty())
    command.grid = parseDim3(raw.grid, "--grid", largestGrid);
  command.launchesFile = raw.launches;
  command.launchesPerKernel = raw.launchesPerKernel;
  if (raw.launchesPerKernel == 0)
    throw UsageError("--launches-per-kernel: 0 leaves no result; give 1 or more");
  if (raw.launchesPerKernel && raw.launches.empty())
    throw UsageError("--launches-per-kernel: speaks of the launches of --launches FILE; name it, too");
  LaunchShape assumed;
  for (const std::string &text : raw.arguments)
    if (!parseAssumption(text, assumed))
      throw UsageError(
          fmt::format("--assume: '{}' is not NAME=VALUE with a whole number, such as n=1024, nor NAME%8=0", text));
  command.arguments = assumed.arguments;
  command.multiples = assumed.multiples;
  for (const std::string &text : raw.kernelLaunches)
    command.kernels.push_back(parseLaunchOption(text, "--launch"));
  command.traffic = raw.traffic;
  if (!raw.campingLoss.empty())
    command.campingLoss = parsePercent(raw.campingLoss, "--camping-loss");
  command.link = raw.link;
  command.records = raw.records;
  command.noHostLaunches = raw.noHostLaunches;
  command.kernelPattern = raw.kernel;
  requireRegex("--kernel", raw.kernel);
  static const std::map<std::string, ReportFormat> formats = {
      {"check", ReportFormat::Check},     {"gcc", ReportFormat::Gcc},         {"json", ReportFormat::Json},
      {"rdjsonl", ReportFormat::Rdjsonl}, {"remarks", ReportFormat::Remarks}, {"sarif", ReportFormat::Sarif},
      {"text", ReportFormat::Text}};
  if (raw.statistics && !raw.format.empty())
    throw UsageError("--statistics: has a form of its own; leave out --format");
  const auto format = formats.find(raw.format.empty() ? "text" : raw.format);
  if (format == formats.end()) {
    std::vector<std::string> names;
    names.reserve(formats.size());
    for (const auto &[name, known] : formats)
      names.push_back(name);
    throw UsageError(fmt::format("--format: unknown format '{}'{}", raw.format, suggestion(raw.format, names)));
  }
  command.format = raw.statistics ? ReportFormat::Statistics : format->second;
  command.tries = parseTries(raw.tries);
  if (!command.tries.empty() && command.format != ReportFormat::Text && command.format != ReportFormat::Json)
    throw UsageError("--try: prints a table of its own, as text or with --format=json");
  if (!command.tries.empty() && (!raw.failOn.empty() || !raw.baseline.empty()))
    throw UsageError("--try: compares and has no findings; leave out --fail-on and --baseline");
  command.baseline = raw.baseline;
  command.updateBaseline = raw.updateBaseline;
  if (raw.updateBaseline && !(raw.kernel.empty() && raw.project.headerFilter.empty()))
    throw UsageError("--update-baseline: would forget the findings that --kernel and --header-filter leave out; leave "
                     "these out");
  command.rulePages = raw.rulePages;
  for (const std::string &budget : raw.budgets)
    command.budgets.push_back(parseBudget(budget, "--max-excess"));
  if (!command.tries.empty() && !raw.budgets.empty())
    throw UsageError("--try: compares and has no gates; leave out --max-excess");
  command.root = raw.root;
  command.dependencyFile = raw.dependencyFile;
  if (raw.writesDependencies && raw.dependencyFile.empty()) {
    if (raw.output.empty())
      throw UsageError("-MD: writes beside the report; name that with -o, or the file with -MF");
    command.dependencyFile = raw.output + ".d";
  }
  checkProject(raw, command);
  command.output = raw.output;
  for (const std::string &gate : raw.failOn)
    command.failOn.push_back(parseGate(gate, "--fail-on"));
  if (raw.toolkit == "own") {
    command.toolkit = ToolkitChoice::Own;
  } else if (raw.toolkit != "auto") {
    command.toolkit = ToolkitChoice::Required;
    command.toolkitPath = raw.toolkit;
  }
  return command;
}

/// Words behind a command that it does not take.
void refuseExtrasOf(const CLI::App &command) {
  for (const std::string &extra : command.remaining())
    if (extra.size() > 1 && extra.front() == '-')
      throw UsageError(fmt::format("unknown option '{}'{}", extra,
                                   suggestion(extra.substr(0, extra.find('=')), optionNames(command))));
    else if (command.get_name() != "audit")
      throw UsageError(fmt::format("'{}' is one word too many; see sectorscope {} --help", extra, command.get_name()));
}

/// Words before a command, or in place of one.
void refuseExtras(const CLI::App &app) {
  for (const std::string &extra : app.remaining())
    if (extra.front() == '-')
      throw UsageError(fmt::format("unknown option '{}'{}", extra, suggestion(extra, optionNames(app))));
    else if (!app.got_subcommand("audit"))
      throw UsageError(
          fmt::format("unknown command '{}'{}", extra, suggestion(extra, {"audit", "diff", "merge", "update-checks"})));
}

} // namespace

ParsedCommandLine parseCommandLine(const std::vector<std::string> &args) {
  const auto dashes = std::find(args.begin(), args.end(), "--");
  std::vector<std::string> own(args.begin(), dashes);
  std::ranges::replace(own, std::string("-MD"), std::string("--write-dependencies")); // as compilers spell them
  std::ranges::replace(own, std::string("-MF"), std::string("--dependency-file"));
  std::reverse(own.begin(), own.end()); // CLI11 takes them from the back

  CLI::App app("Sectorscope predicts, at compile time, which 32-byte sectors every CUDA memory access moves.",
               "sectorscope");
  app.set_help_flag("-h,--help", "show this help");
  app.set_version_flag("--version", fmt::format("sectorscope {} (LLVM {})", toolVersion(), LLVM_VERSION_STRING));
  app.allow_extras();
  CLI::App &audit = *app.add_subcommand("audit", "report what every memory access of the kernels in FILE... moves");
  DiffCommand diffCommand;
  CLI::App &diff = declareDiff(app, diffCommand);
  MergeCommand mergeCommand;
  CLI::App &merge = declareMerge(app, mergeCommand);
  UpdateCommand updateCommand;
  CLI::App &update = declareUpdate(app, updateCommand);
  bool wantsLitFolder = false;
  app.add_flag("--lit-dir", wantsLitFolder, "print the folder of sectorscope_lit.py, for lit.cfg.py");
  audit.set_help_flag("-h,--help", "show this help");
  audit.allow_extras();
  audit.footer(rulesText() + "\n" + examplesText());
  app.footer(examplesText()); // now: a command takes over what is there when it is declared
  RawOptions raw;
  declareOptions(audit, raw);

  const auto givenCommand = [&] {
    const std::vector<CLI::App *> given = app.get_subcommands();
    return given.empty() ? nullptr : given.front();
  };
  try {
    app.parse(own);
  } catch (const CLI::CallForHelp &) {
    const CLI::App *command = givenCommand();
    return {.text = !command ? app.help()
                    : command == &audit
                        ? "Usage: sectorscope audit [options] FILE... [-- clang options]\n" + withoutUsage(audit.help())
                        : command->help(app.get_name())};
  } catch (const CLI::CallForVersion &) {
    return {.text = app.version() + "\n"};
  } catch (const CLI::ParseError &error) {
    std::string message = error.what();
    std::replace(message.begin(), message.end(), '\n', ' ');
    const CLI::App *command = givenCommand();
    throw UsageError(
        fmt::format("{}; see sectorscope {} --help", message, command ? command->get_name() : audit.get_name()));
  }
  if (const CLI::App *command = givenCommand())
    refuseExtrasOf(*command);
  refuseExtras(app);
  if (diff.parsed())
    return {.diff = checkedDiff(diffCommand)};
  if (merge.parsed())
    return {.merge = checkedMerge(mergeCommand)};
  if (update.parsed()) {
    if (dashes != args.end())
      updateCommand.auditOptions.assign(dashes + 1, args.end());
    return {.update = updateCommand};
  }
  if (wantsLitFolder)
    return {.wantsLitFolder = true};
  if (!audit.parsed())
    return {.text = app.help()};
  ParsedCommandLine parsed{.audit = checked(raw)};
  if (dashes != args.end())
    parsed.audit->clangArgs.assign(dashes + 1, args.end());
  if (!parsed.audit->project.database.empty()) {
    std::vector<std::string> typed(args.begin(), dashes);
    std::erase(typed, "audit");
    parsed.audit->passedOn = optionsOfFiles(typed);
  }
  return parsed;
}

} // namespace sectorscope
