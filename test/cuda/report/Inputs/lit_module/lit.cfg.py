"""A project of one test; programs and the folder of the module are told."""

import os
import sys

import lit.formats

sys.path.append(lit_config.params["module"])
import sectorscope_lit

config.name = "one"
config.test_format = lit.formats.ShTest()
config.suffixes = [".txt"]
config.test_exec_root = lit_config.params["out"]
sectorscope_lit.use(config, lit_config, sectorscope=lit_config.params["sectorscope"], filecheck=lit_config.params["filecheck"])
